import type { Messages } from "../../texts.ts"
import { listed, number, shortened } from "../../words.ts"
import { days } from "./frame.ts"

const phrases: Readonly<Record<string, (...fact: Parameters<Messages["home"]["phrase"]>) => string>> = {
  play: ({ count, title }) => `${shortened(title)}${count >= 8 ? " no repeat" : ""}`,
  article: ({ title }) => `“${shortened(title)}”`,
  concert: ({ subtitle, title }) =>
    `${shortened(title)}${subtitle === "" ? "" : `, em ${shortened(subtitle)}`}`,
  "check-in": ({ title }) => `uma parada em ${shortened(title)}`,
  record: ({ title }) => `${shortened(title)} na estante`,
  media: ({ title }) => `${shortened(title)} na estante`,
}

export const home: Messages["home"] = {
  title: "Hoje",
  streak: (n) => `${days(n)} seguidos`,
  newest: (day) => `Seu registro mais recente: ${day}`,
  phrase: (fact) => phrases[fact.kind]?.(fact) ?? shortened(fact.title),
  sentence: (parts) => `${parts.join(", ")}.`,
  monthWas: (month, names) => (names.length === 0 ? month : `${month}: ${listed(names.map(shortened))}.`),
  leftOff: (month) => `${month}, onde você parou`,
  sinceThen: "Nada desde então. Conecte uma conta e o dia se preenche sozinho.",
  keepGoing: "Continuar",
  newerFiles: "Adicionar arquivos mais novos",
  playing: "Tocando agora",
  played: "Tocou por último",
  by: (artist) => `de ${artist}`,
  yourDay: "Seu dia",
  yourLatestDay: (day) => `Seu último dia: ${day}`,
  openDay: (weekday) => `Abrir ${weekday}`,
  openMonth: "Abrir o mês",
  hours: "O dia por hora",
  at: (domain, time) => `${domain} às ${time}`,
  week: "Esta semana até agora",
  weekOf: (day) => `A semana de ${day}`,
  usual: (weekday) => `o de sempre até ${weekday}`,
  asUsual: "como sempre",
  onThisDay: "Neste dia",
  yearsAgo: (n) => (n === 1 ? "Ano passado" : `Há ${number(n)} anos`),
  lately: "Ultimamente",
  more: (n) => `mais ${number(n)}`,
  empty: "Solte sua vida aqui.",
  anyExport: "Qualquer exportação ou ZIP",
  anyExportLead:
    "Spotify, Last.fm, Letterboxd, Goodreads, Strava, Garmin, Apple Saúde, Google Timeline, Swarm e mais. O Daybook reconhece o formato.",
  private: "Seus arquivos ficam neste servidor.",
  ways: {
    accounts: ["Conectar uma conta", "Spotify, Strava, Trakt, Discogs: amanhã se preenche sozinho."],
    hand: ["Escrever o primeiro você mesmo", "O filme de ontem, um disco seu, um show de 2009."],
    steps: ["Ir passo a passo", "Arquivos, contas, depois hora e unidades."],
  },
}
