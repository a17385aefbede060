import type { Messages } from "../../texts.ts"

export const save: Messages["save"] = {
  title: "Salvar uma página",
  lead: "Leia depois. Título, texto e imagem vêm da página.",
  url: "URL",
  name: "Título",
  nameHint: "Deixe vazio para usar o da página.",
  tags: "Etiquetas",
  tagsHint: "Separadas por vírgulas.",
  button: "Salvar",
  saved: "Salvo.",
  see: "Mostrar",
  elsewhere: "Salvar de qualquer lugar",
  bookmark: "Arraste isto para os favoritos e clique em qualquer página:",
  bookmarkName: "Salvar no Daybook",
  phone: "No Android, instale esta página e compartilhe com o Daybook a partir de qualquer app.",
  iphone:
    "No iPhone, crie um atalho com “Obter Conteúdo do URL”: POST, JSON, com url como entrada do atalho, e o cabeçalho Authorization com Bearer e uma chave que possa salvar páginas. O endereço:",
  apps: "Apps para Wallabag também salvam aqui. A URL do servidor, com qualquer nome de usuário e uma chave dessas como senha:",
}
