"""The reader of photos and screenshots; it alone uses numpy and OpenCV.

The products of its small matrices are done before several threads have begun, and threads that
wait for more take processor time: numpy is asked for one, if it is imported here first.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
