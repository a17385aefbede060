import type { StoryTexts } from "./en.ts"
import { joined, writtenIn } from "./language.ts"

const { counted, day, half, list, month, noun, shortMonth, some } = writtenIn("de")
const numerals = ["Keine", "Eine", "Zwei", "Drei", "Vier", "Fünf"]
const short = { km: "km", mi: "mi" }
const films = noun("Film", "Filme")

export const de: StoryTexts = {
  language: "de",
  counted,
  month,
  shortMonth,

  cover: { label: "Das Jahr", text: (sums) => `${list(sums)}.` },
  listening: {
    songs: noun("Song", "Songs"),
    label: "Du hast",
    headline: () => "Mal Musik gespielt.",
    byDay: (songs, most) =>
      `Das sind ${some("Song", "Songs")(songs)} am Tag, im ${most} mehr als in jedem anderen Monat.`,
    early: "Die meisten am Vormittag.",
    afternoon: "Die meisten am Nachmittag.",
    late: "Die meisten nach sechs Uhr abends.",
    ring: "ein Ring ist ein Jahr",
    artistLabel: "Niemanden öfter als",
    artist: (count, newArtists) =>
      newArtists === 0
        ? `${counted(count)} Mal gehört in diesem Jahr.`
        : `${counted(count)} Mal gehört in diesem Jahr, und ${some("Name war", "Namen waren")(newArtists)} ganz neu für dich.`,
    recordsLabel: "In Dauerschleife",
    records: (count) =>
      `${numerals[count] ?? counted(count)} ${noun("Platte, die blieb.", "Platten, die blieben.")(count)}`,
    record: (artist, count) => `${artist} · ${counted(count)} Mal`,
  },
  watching: {
    films,
    episodes: noun("Folge", "Folgen"),
    label: "Du hast gesehen",
    headline: (count, best) => (best === "" ? `${films(count)}.` : `${films(count)}. Am besten war ${best}.`),
    text: (average, episodes) =>
      joined(
        average > 0 ? `Im Schnitt gabst du ${half(average)} von 5 Sternen.` : "",
        episodes > 0 ? `Und dazwischen ${some("Folge", "Folgen")(episodes)}.` : "",
      ),
  },
  running: {
    sum: (unit) => `${short[unit]} gelaufen`,
    label: "Du bist gelaufen",
    headline: (distance, unit, from, to) =>
      `${unit === "km" ? "Kilometer" : noun("Meile", "Meilen")(distance)}: von ${from} nach ${to}, zu Fuß.`,
    text: (runs, longest, unit, most) =>
      `${some("Lauf", "Läufe")(runs)}, der längste mit ${counted(longest)} ${short[unit]}. Am meisten im ${most}.`,
    cities: {
      Athens: "Athen",
      Vienna: "Wien",
      Brno: "Brünn",
      Brussels: "Brüssel",
      Rome: "Rom",
      Lisbon: "Lissabon",
    },
  },
  attending: { nights: noun("Abend unterwegs", "Abende unterwegs") },
  collecting: { records: noun("neue Platte", "neue Platten") },
  places: {
    sum: noun("neuer Ort", "neue Orte"),
    label: "Orte",
    headline: noun("Ort, an dem du noch nie warst.", "Orte, an denen du noch nie warst."),
    text: (furthest, most, times) =>
      joined(
        furthest === "" ? "" : `Am weitesten weg: ${furthest}.`,
        most === "" ? "" : `Am häufigsten: ${most}, ${counted(times)} Mal.`,
      ),
  },
  fullestDay: { label: "Dein vollster Tag", day },
  reading: {
    books: noun("Buch", "Bücher"),
    articles: noun("Artikel", "Artikel"),
    label: "Du hast gelesen",
    headline: (books, pages) =>
      pages < 100
        ? noun("Buch.", "Bücher.")(books)
        : `${noun("Buch", "Bücher")(books)}: ${some("Seite", "Seiten")(pages)}.`,
    text: (articles, hours) =>
      `Und ${counted(articles)} Artikel, ${some("Stunde", "Stunden")(hours)} Lesezeit.`,
  },
  page: {
    title: (year) => `Das Jahr ${year}`,
    now: "Gerade jetzt",
    story: "Die Geschichte",
    wall: "Was blieb",
    months: "Monat für Monat",
    entries: some("Eintrag", "Einträge"),
    empty: "In diesem Jahr ist noch nichts.",
    footer: "Gemacht mit Daybook. Wer sie teilt, kann diese Seite jederzeit beenden.",
    ended: "Diese Seite gibt es nicht mehr",
    endedText: "Sie wurde beendet, oder die Adresse ist unvollständig.",
    latest: {
      listening: { now: "Läuft gerade", last: "Zuletzt gehört" },
      reading: { now: "Wird gerade gelesen", last: "Zuletzt gelesen" },
      watching: { now: "Wird gerade geschaut", last: "Zuletzt geschaut" },
      collecting: { now: "Neueste Platte", last: "Neueste Platte" },
    },
  },
  almanac: {
    label: "Der Almanach von",
    text: (active, streak) =>
      streak < 2
        ? `${some("Tag", "Tage")(active)} mit Einträgen.`
        : `${some("Tag", "Tage")(active)} mit Einträgen, davon ${counted(streak)} am Stück.`,
  },
}
