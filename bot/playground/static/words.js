// The page's own words, in the language of the person whose phone it pretends to be.

const WORDS = {
  en: {
    title: "Playground", theme: "Light or dark", you_are: "You are", chats: "Chats", back: "Back to the chats",
    conversation: "Conversation", to_newest: "To the newest message", commands: "Commands",
    cancel_reply: "Cancel reply", message: "Message", attach: "Attach a file", send: "Send", ok: "OK",
    picture: "Picture", close: "Close", bot: "bot", reconnecting: "reconnecting…", connecting: "connecting…",
    typing: "typing…", uploading: "sending a file…", members: (n) => `${n} members and the bot`, edited: "edited",
    start: "Start", unblock: "Unblock", block: "Block the bot", reply: "Reply", today: "Today", yesterday: "Yesterday",
    copied: "Copied", photo: "Photo", document: "File", sticker: "Sticker", voice: "Voice message",
    what_can: "What can this bot do?", no_messages: "No messages yet", failed: "That did not work",
    removed: "The bot is not in this group", you: "You", spoiler: "Hidden text, press to show",
    reacted: (emoji) => `The bot reacts with ${emoji}`,
    effect: (emoji) => `Sent with the effect ${emoji}`,
    hint: "A pretend Telegram on this machine. Nothing here leaves it.",
  },
  es: {
    title: "Zona de pruebas", theme: "Claro u oscuro", you_are: "Eres", chats: "Chats", back: "Volver a los chats",
    conversation: "Conversación", to_newest: "Al mensaje más reciente", commands: "Comandos",
    cancel_reply: "Cancelar la respuesta", message: "Mensaje", attach: "Adjuntar un archivo", send: "Enviar", ok: "Aceptar",
    picture: "Imagen", close: "Cerrar", bot: "bot", reconnecting: "reconectando…", connecting: "conectando…",
    typing: "escribiendo…", uploading: "enviando un archivo…", members: (n) => `${n} miembros y el bot`, edited: "editado",
    start: "Iniciar", unblock: "Desbloquear", block: "Bloquear el bot", reply: "Responder", today: "Hoy", yesterday: "Ayer",
    copied: "Copiado", photo: "Foto", document: "Archivo", sticker: "Sticker", voice: "Mensaje de voz",
    what_can: "¿Qué puede hacer este bot?", no_messages: "Aún no hay mensajes", failed: "No ha funcionado",
    removed: "El bot no está en este grupo", you: "Tú", spoiler: "Texto oculto, pulsa para verlo",
    reacted: (emoji) => `El bot reacciona con ${emoji}`,
    effect: (emoji) => `Enviado con el efecto ${emoji}`,
    hint: "Un Telegram simulado en este equipo. Nada sale de aquí.",
  },
  zh: {
    title: "试玩场", theme: "浅色或深色", you_are: "你的身份", chats: "对话", back: "返回对话列表",
    conversation: "对话", to_newest: "跳到最新消息", commands: "命令",
    cancel_reply: "取消回复", message: "输入消息", attach: "添加文件", send: "发送", ok: "好",
    picture: "图片", close: "关闭", bot: "机器人", reconnecting: "正在重新连接…", connecting: "连接中…",
    typing: "正在输入…", uploading: "正在发送文件…", members: (n) => `${n} 位成员和机器人`, edited: "已编辑",
    start: "开始", unblock: "取消屏蔽", block: "屏蔽机器人", reply: "回复", today: "今天", yesterday: "昨天",
    copied: "已复制", photo: "图片", document: "文件", sticker: "贴纸", voice: "语音消息",
    what_can: "这个机器人能做什么？", no_messages: "还没有消息", failed: "操作未成功",
    removed: "机器人不在这个群组里", you: "你", spoiler: "隐藏的文字，按下显示",
    reacted: (emoji) => `机器人的回应：${emoji}`,
    effect: (emoji) => `消息特效：${emoji}`,
    hint: "这是本机上的模拟 Telegram，内容不会离开这台电脑。",
  },
};

export function words(person) {
  return WORDS[person?.language_code?.slice(0, 2)] ?? WORDS.en;
}

export function label(root, dictionary) {
  for (const node of root.querySelectorAll("[data-word]")) node.textContent = dictionary[node.dataset.word];
  for (const node of root.querySelectorAll("[data-label]")) node.setAttribute("aria-label", dictionary[node.dataset.label]);
  for (const node of root.querySelectorAll("[data-title]")) node.title = dictionary[node.dataset.title];
  for (const node of root.querySelectorAll("[data-placeholder]")) node.placeholder = dictionary[node.dataset.placeholder];
}
