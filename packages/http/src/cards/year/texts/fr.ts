import type { StoryTexts } from "./en.ts"
import { joined, writtenIn } from "./language.ts"

const { counted, day, half, list, month, noun, shortMonth, some } = writtenIn("fr")
const numerals = ["Aucun", "Un", "Deux", "Trois", "Quatre", "Cinq"]
const short = { km: "km", mi: "mi" }
const units = { km: noun("kilomètre", "kilomètres"), mi: noun("mile", "miles") }
const films = noun("film", "films")

export const fr: StoryTexts = {
  language: "fr",
  counted,
  month,
  shortMonth,

  cover: { label: "L’année", text: (sums) => `${list(sums)}.` },
  listening: {
    songs: noun("morceau", "morceaux"),
    label: "Vous avez lancé",
    headline: noun("morceau.", "morceaux."),
    byDay: (songs, most) =>
      `Soit ${some("morceau", "morceaux")(songs)} par jour, et davantage en ${most} qu’en tout autre mois.`,
    early: "La plupart avant midi.",
    afternoon: "La plupart l’après-midi.",
    late: "La plupart après dix-huit heures.",
    ring: "un anneau est une année",
    artistLabel: "Personne plus que",
    artist: (count, newArtists) =>
      newArtists === 0
        ? `${some("écoute", "écoutes")(count)} cette année.`
        : `${some("écoute", "écoutes")(count)} cette année, et ${some("artiste", "artistes")(newArtists)} que vous n’aviez jamais entendus.`,
    recordsLabel: "En boucle",
    records: (count) =>
      `${numerals[count] ?? counted(count)} ${noun("disque qui est resté.", "disques qui sont restés.")(count)}`,
    record: (artist, count) => `${artist} · ${some("écoute", "écoutes")(count)}`,
  },
  watching: {
    films,
    episodes: noun("épisode", "épisodes"),
    label: "Vous avez vu",
    headline: (count, best) => (best === "" ? `${films(count)}.` : `${films(count)}. Le meilleur : ${best}.`),
    text: (average, episodes) =>
      joined(
        average > 0 ? `${half(average)} étoiles sur 5 en moyenne.` : "",
        episodes > 0 ? `Et entre-temps ${some("épisode", "épisodes")(episodes)}.` : "",
      ),
  },
  running: {
    sum: (unit) => `${short[unit]} courus`,
    label: "Vous avez couru",
    headline: (distance, unit, from, to) => `${units[unit](distance)} : de ${from} à ${to}, à pied.`,
    text: (runs, longest, unit, most) =>
      `${some("course", "courses")(runs)}, la plus longue de ${counted(longest)} ${short[unit]}. Le plus en ${most}.`,
    cities: {
      Athens: "Athènes",
      Vienna: "Vienne",
      Brussels: "Bruxelles",
      London: "Londres",
      Barcelona: "Barcelone",
      Lisbon: "Lisbonne",
    },
  },
  attending: { nights: noun("sortie", "sorties") },
  collecting: { records: noun("nouveau disque", "nouveaux disques") },
  places: {
    sum: noun("nouveau lieu", "nouveaux lieux"),
    label: "Lieux",
    headline: noun(
      "lieu où vous n’aviez jamais mis les pieds.",
      "lieux où vous n’aviez jamais mis les pieds.",
    ),
    text: (furthest, most, times) =>
      joined(
        furthest === "" ? "" : `Le plus lointain : ${furthest}.`,
        most === "" ? "" : `Le plus fréquent : ${most}, ${counted(times)} fois.`,
      ),
  },
  fullestDay: { label: "Votre journée la plus remplie", day },
  reading: {
    books: noun("livre", "livres"),
    articles: noun("article", "articles"),
    label: "Vous avez lu",
    headline: (books, pages) =>
      pages < 100
        ? noun("livre.", "livres.")(books)
        : `${noun("livre", "livres")(books)} : ${some("page", "pages")(pages)}.`,
    text: (articles, hours) =>
      `Et ${some("article", "articles")(articles)}, ${some("heure", "heures")(hours)} de lecture.`,
  },
  page: {
    title: (year) => `L’année ${year}`,
    now: "En ce moment",
    story: "L’histoire",
    wall: "Ce qui est resté",
    months: "Mois par mois",
    entries: some("entrée", "entrées"),
    empty: "Il n’y a encore rien dans cette année.",
    footer: "Fait avec Daybook. La personne qui partage cette page peut y mettre fin à tout moment.",
    ended: "Cette page n’existe plus",
    endedText: "Le partage a pris fin, ou l’adresse est incomplète.",
    latest: {
      listening: { now: "En cours d’écoute", last: "Dernière écoute" },
      reading: { now: "Lecture en cours", last: "Dernière lecture" },
      watching: { now: "À l’écran", last: "Vu en dernier" },
      collecting: { now: "Disque le plus récent", last: "Disque le plus récent" },
    },
  },
  almanac: {
    label: "L’almanach de",
    text: (active, streak) =>
      streak < 2
        ? `${some("jour", "jours")(active)} avec quelque chose dedans.`
        : `${some("jour", "jours")(active)} avec quelque chose dedans, dont ${counted(streak)} d’affilée.`,
  },
}
