import type { Messages } from "../../texts.ts"

export const sharing: Messages["sharing"] = {
  share: "Compartilhar",
  title: (year) => `Compartilhar ${year}`,
  picture: "Como imagem",
  pictureHint: "Salve um cartão da história e envie para quem quiser.",
  openStory: "Escolher um cartão",
  page: "Como página pública",
  pageHint:
    "Quem tem o link vê o ano mês a mês: sem horários, e nenhum lugar a menos de 1 km de onde suas corridas começam e terminam.",
  now: "Mostrar também o que estou ouvindo, lendo e vendo agora",
  index: "Deixar os buscadores listarem a página",
  make: "Criar uma página pública",
  made: "Sua página está pronta. O link só aparece uma vez:",
  copy: "Copiar o link",
  isPublic: (day) => `Pública desde ${day}.`,
  end: "Encerrar a página",
  ended: "A página foi encerrada: o link não abre mais nada.",
  done: "Pronto",
  name: (year) => `O ano ${year}`,
  print: "Imprimir",
  shareNow: "Compartilhar o agora",
  nowTitle: "Compartilhar o que acontece agora",
  nowName: "Agora mesmo",
  nowHint: "Quem tem o link vê o que você ouve, lê e vê: o mais recente de cada, sem horário e sem lugares.",
  adminOnly: "Entre com uma chave de administração para criar uma página pública.",
}
