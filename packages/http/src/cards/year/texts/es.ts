import type { StoryTexts } from "./en.ts"
import { joined, writtenIn } from "./language.ts"

const { counted, day, half, list, month, noun, shortMonth, some } = writtenIn("es")
const numerals = ["Ningún", "Un", "Dos", "Tres", "Cuatro", "Cinco"]
const short = { km: "km", mi: "mi" }
const units = { km: noun("kilómetro", "kilómetros"), mi: noun("milla", "millas") }
const films = noun("película", "películas")
const times = some("vez", "veces")

export const es: StoryTexts = {
  language: "es",
  counted,
  month,
  shortMonth,

  cover: { label: "El año", text: (sums) => `${list(sums)}.` },
  listening: {
    songs: noun("canción", "canciones"),
    label: "Le diste al play",
    headline: noun("vez.", "veces."),
    byDay: (songs, most) =>
      `Son ${some("canción", "canciones")(songs)} al día, y en ${most} más que en ningún otro mes.`,
    early: "La mayoría antes del mediodía.",
    afternoon: "La mayoría por la tarde.",
    late: "La mayoría después de las seis de la tarde.",
    ring: "un anillo es un año",
    artistLabel: "A nadie más que a",
    artist: (count, newArtists) =>
      newArtists === 0
        ? `${times(count)} este año.`
        : `${times(count)} este año, y ${some("artista", "artistas")(newArtists)} que nunca habías oído.`,
    recordsLabel: "Una y otra vez",
    records: (count) =>
      `${numerals[count] ?? counted(count)} ${noun("disco que se quedó.", "discos que se quedaron.")(count)}`,
    record: (artist, count) => `${artist} · ${times(count)}`,
  },
  watching: {
    films,
    episodes: noun("episodio", "episodios"),
    label: "Viste",
    headline: (count, best) => (best === "" ? `${films(count)}.` : `${films(count)}. La mejor fue ${best}.`),
    text: (average, episodes) =>
      joined(
        average > 0 ? `Diste ${half(average)} de 5 estrellas de media.` : "",
        episodes > 0 ? `Y entre medias ${some("episodio", "episodios")(episodes)}.` : "",
      ),
  },
  running: {
    sum: (unit) => `${short[unit]} corridos`,
    label: "Corriste",
    headline: (distance, unit, from, to) => `${units[unit](distance)}: de ${from} a ${to}, a pie.`,
    text: (runs, longest, unit, most) =>
      `${some("carrera", "carreras")(runs)}, la más larga de ${counted(longest)} ${short[unit]}. El mes con más fue ${most}.`,
    cities: {
      Marathon: "Maratón",
      Athens: "Atenas",
      Vienna: "Viena",
      Brussels: "Bruselas",
      Amsterdam: "Ámsterdam",
      London: "Londres",
      Paris: "París",
      Rome: "Roma",
      Marseille: "Marsella",
      Berlin: "Berlín",
      Lisbon: "Lisboa",
      Narbonne: "Narbona",
      Stockholm: "Estocolmo",
    },
  },
  attending: { nights: noun("noche fuera", "noches fuera") },
  collecting: { records: noun("disco nuevo", "discos nuevos") },
  places: {
    sum: noun("lugar nuevo", "lugares nuevos"),
    label: "Lugares",
    headline: noun("lugar en el que nunca habías estado.", "lugares en los que nunca habías estado."),
    text: (furthest, most, count) =>
      joined(
        furthest === "" ? "" : `El más lejano: ${furthest}.`,
        most === "" ? "" : `El más visitado: ${most}, ${times(count)}.`,
      ),
  },
  fullestDay: { label: "Tu día más lleno", day },
  reading: {
    books: noun("libro", "libros"),
    articles: noun("artículo", "artículos"),
    label: "Leíste",
    headline: (books, pages) =>
      pages < 100
        ? noun("libro.", "libros.")(books)
        : `${noun("libro", "libros")(books)}: ${some("página", "páginas")(pages)}.`,
    text: (articles, hours) =>
      `Y ${some("artículo", "artículos")(articles)}, ${some("hora", "horas")(hours)} de lectura.`,
  },
  page: {
    title: (year) => `El año ${year}`,
    now: "Ahora mismo",
    story: "La historia",
    wall: "Lo que se quedó",
    months: "Mes a mes",
    entries: some("entrada", "entradas"),
    empty: "Todavía no hay nada en este año.",
    footer: "Hecho con Daybook. Quien comparte esta página puede cerrarla cuando quiera.",
    ended: "Esta página se ha cerrado",
    endedText: "Quien la compartía la ha cerrado, o la dirección está incompleta.",
    latest: {
      listening: { now: "Suena ahora", last: "Lo último que sonó" },
      reading: { now: "Lectura actual", last: "Última lectura" },
      watching: { now: "En pantalla ahora", last: "Lo último visto" },
      collecting: { now: "Disco más nuevo", last: "Disco más nuevo" },
    },
  },
  almanac: {
    label: "El almanaque de",
    text: (active, streak) =>
      streak < 2
        ? `${some("día", "días")(active)} con algo dentro.`
        : `${some("día", "días")(active)} con algo dentro, ${counted(streak)} de ellos seguidos.`,
  },
}
