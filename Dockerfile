# The compiler stays in this stage. Elsewhere the engine may run without its C cores; an image that
# could not build them would be slow without a word, so its build fails instead.
FROM python:3.13-slim AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY . .
# requirements.txt names every package with its version and hash, the builder included.
RUN python -m venv /opt/sudoku-bot \
    && /opt/sudoku-bot/bin/pip install --no-cache-dir --require-hashes -r requirements.txt \
    && /opt/sudoku-bot/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /opt/sudoku-bot/bin/python -c 'from engine import _core, _rate' \
    && /opt/sudoku-bot/bin/pip uninstall -qy setuptools \
    && /opt/sudoku-bot/bin/python -m compileall -q /opt/sudoku-bot/lib

FROM python:3.13-slim
# A number, so that a cluster can see that it is not root.
RUN useradd --uid 10001 --no-create-home --home-dir /data sudoku \
    && install -d -o sudoku -g sudoku -m 0700 /data
COPY --from=build /opt/sudoku-bot /opt/sudoku-bot
ENV PATH=/opt/sudoku-bot/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    SUDOKU_BOT_DATABASE=/data/sudoku.db \
    SUDOKU_BOT_LISTEN=127.0.0.1:9090
USER 10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
# The shell asks by itself: starting Python for that took ten times as long.
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/9090 && printf 'GET /healthz HTTP/1.0\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == *' 200 '* ]]"]
ENTRYPOINT ["sudoku-bot"]
CMD ["run"]
