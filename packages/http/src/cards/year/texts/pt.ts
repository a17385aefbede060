import type { StoryTexts } from "./en.ts"
import { joined, writtenIn } from "./language.ts"

const { counted, day, half, list, month, noun, shortMonth, some } = writtenIn("pt")
const numerals = ["Nenhum", "Um", "Dois", "Três", "Quatro", "Cinco"]
const short = { km: "km", mi: "mi" }
const units = { km: noun("quilômetro", "quilômetros"), mi: noun("milha", "milhas") }
const films = noun("filme", "filmes")
const times = some("vez", "vezes")

export const pt: StoryTexts = {
  language: "pt",
  counted,
  month,
  shortMonth,

  cover: { label: "O ano", text: (sums) => `${list(sums)}.` },
  listening: {
    songs: noun("música", "músicas"),
    label: "Você deu o play",
    headline: noun("vez.", "vezes."),
    byDay: (songs, most) =>
      `São ${some("música", "músicas")(songs)} por dia, e em ${most} mais do que em qualquer outro mês.`,
    early: "A maioria antes do meio-dia.",
    afternoon: "A maioria à tarde.",
    late: "A maioria depois das seis da tarde.",
    ring: "um anel é um ano",
    artistLabel: "Ninguém mais do que",
    artist: (count, newArtists) =>
      newArtists === 0
        ? `${times(count)} neste ano.`
        : `${times(count)} neste ano, e ${some("artista", "artistas")(newArtists)} que você nunca tinha ouvido.`,
    recordsLabel: "Sem parar",
    records: (count) =>
      `${numerals[count] ?? counted(count)} ${noun("disco que ficou.", "discos que ficaram.")(count)}`,
    record: (artist, count) => `${artist} · ${times(count)}`,
  },
  watching: {
    films,
    episodes: noun("episódio", "episódios"),
    label: "Você viu",
    headline: (count, best) => (best === "" ? `${films(count)}.` : `${films(count)}. O melhor foi ${best}.`),
    text: (average, episodes) =>
      joined(
        average > 0 ? `Você deu ${half(average)} de 5 estrelas em média.` : "",
        episodes > 0 ? `E, entre eles, ${some("episódio", "episódios")(episodes)}.` : "",
      ),
  },
  running: {
    sum: (unit) => `${short[unit]} corridos`,
    label: "Você correu",
    headline: (distance, unit, from, to) => `${units[unit](distance)}: de ${from} a ${to}, a pé.`,
    text: (runs, longest, unit, most) =>
      `${some("corrida", "corridas")(runs)}, a mais longa de ${counted(longest)} ${short[unit]}. O mês com mais foi ${most}.`,
    cities: {
      Marathon: "Maratona",
      Athens: "Atenas",
      Vienna: "Viena",
      Brussels: "Bruxelas",
      Amsterdam: "Amsterdã",
      London: "Londres",
      Madrid: "Madri",
      Rome: "Roma",
      Marseille: "Marselha",
      Berlin: "Berlim",
      Lisbon: "Lisboa",
      Narbonne: "Narbona",
      Stockholm: "Estocolmo",
      Helsinki: "Helsinque",
    },
  },
  attending: { nights: noun("noite fora", "noites fora") },
  collecting: { records: noun("disco novo", "discos novos") },
  places: {
    sum: noun("lugar novo", "lugares novos"),
    label: "Lugares",
    headline: noun("lugar onde você nunca tinha estado.", "lugares onde você nunca tinha estado."),
    text: (furthest, most, count) =>
      joined(
        furthest === "" ? "" : `O mais distante: ${furthest}.`,
        most === "" ? "" : `O mais visitado: ${most}, ${times(count)}.`,
      ),
  },
  fullestDay: { label: "Seu dia mais cheio", day },
  reading: {
    books: noun("livro", "livros"),
    articles: noun("artigo", "artigos"),
    label: "Você leu",
    headline: (books, pages) =>
      pages < 100
        ? noun("livro.", "livros.")(books)
        : `${noun("livro", "livros")(books)}: ${some("página", "páginas")(pages)}.`,
    text: (articles, hours) =>
      `E ${some("artigo", "artigos")(articles)}, ${some("hora", "horas")(hours)} de leitura.`,
  },
  page: {
    title: (year) => `O ano ${year}`,
    now: "Agora",
    story: "A história",
    wall: "O que ficou",
    months: "Mês a mês",
    entries: some("registro", "registros"),
    empty: "Ainda não há nada neste ano.",
    footer: "Feito com Daybook. Quem compartilha esta página pode encerrá-la quando quiser.",
    ended: "Esta página foi encerrada",
    endedText: "Quem a compartilhava a encerrou, ou o endereço está incompleto.",
    latest: {
      listening: { now: "Tocando agora", last: "Última música" },
      reading: { now: "Lendo agora", last: "Última leitura" },
      watching: { now: "Vendo agora", last: "Visto por último" },
      collecting: { now: "Disco mais novo", last: "Disco mais novo" },
    },
  },
  almanac: {
    label: "O almanaque de",
    text: (active, streak) =>
      streak < 2
        ? `${some("dia", "dias")(active)} com alguma coisa.`
        : `${some("dia", "dias")(active)} com alguma coisa, ${counted(streak)} deles seguidos.`,
  },
}
