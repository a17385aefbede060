import type { ListeningReview } from "@daybook/listening"
import * as Effect from "effect/Effect"
import { type Item, sumOf, type YearCard } from "../../cards/year/card.ts"
import type { OwnYear } from "../../cards/year/part.ts"
import type { StoryTexts } from "../../cards/year/texts/index.ts"

type Own = OwnYear<ListeningReview>

const albumItem = ({ artist, imageUrl, name }: ListeningReview["topAlbums"][number]): Item => ({
  title: name,
  maker: artist,
  imageUrl,
  kind: "cover",
})

/** Each day of the year with its plays. */
const playsByDay = Effect.fnUntraced(function* ({ journal, range, year }: Own) {
  const counts = new Map((yield* journal.countsByDay(range)).map(({ count, day }) => [day as string, count]))
  const [first, last] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
  return Array.from(
    { length: Math.round((last - first) / 86_400_000) },
    (_, at) => counts.get(new Date(first + at * 86_400_000).toISOString().slice(0, 10)) ?? 0,
  )
})

/** The third of the day with most of the plays; a public card has no times of day. */
const whenMost = Effect.fnUntraced(function* ({ audience, journal, range }: Own) {
  const { listening } = audience.texts
  if (audience.isPublic) return ""
  const hours = yield* journal.countsByHour(range)
  const sum = hours.reduce((all, { count }) => all + count, 0)
  const within = (from: number, to: number) =>
    hours.reduce((all, { count, hour }) => all + (hour >= from && hour < to ? count : 0), 0)
  if (sum === 0) return ""
  if (within(18, 24) > sum / 2) return listening.late
  if (within(12, 18) > sum / 2) return listening.afternoon
  return within(0, 12) > sum / 2 ? listening.early : ""
})

const playsCard = Effect.fnUntraced(function* (own: Own) {
  const { audience, busiestMonth, count } = own
  const { counted, listening, month: monthOf } = audience.texts
  const byDay = yield* playsByDay(own)
  const month = busiestMonth.start === undefined ? "" : monthOf(busiestMonth.start)
  const card: YearCard = {
    name: "plays",
    label: listening.label,
    figure: counted(count),
    headline: listening.headline(count),
    text: [listening.byDay(Math.max(1, Math.round(count / own.activeDays)), month), yield* whenMost(own)]
      .join(" ")
      .trim(),
    picture: { kind: "ring", days: byDay, words: listening.ring },
  }
  return card
})

const artistCard = (
  { newArtists, topAlbums, topArtists }: ListeningReview,
  { listening }: StoryTexts,
): ReadonlyArray<YearCard> => {
  const [first] = topArtists
  if (first === undefined || first.plays < fewPlays) return []
  const album = topAlbums.find(({ artistId }) => artistId === first.id)
  return [
    {
      name: "artist",
      label: listening.artistLabel,
      figure: first.name,
      headline: "",
      text: listening.artist(first.plays, newArtists),
      // Artists have no images: the record of theirs that was played most stands for them.
      picture: {
        kind: "portrait",
        item: { title: first.name, maker: first.name, imageUrl: album?.imageUrl ?? "", kind: "portrait" },
      },
    },
  ]
}

const recordsCard = ({ topAlbums }: ListeningReview, { listening }: StoryTexts): ReadonlyArray<YearCard> => {
  const albums = topAlbums.slice(0, 5)
  if (albums.length < 3) return []
  return [
    {
      name: "records",
      label: listening.recordsLabel,
      figure: "",
      headline: listening.records(albums.length),
      text: "",
      picture: {
        kind: "rows",
        shrinks: true,
        rows: albums.map((album) => ({
          item: albumItem(album),
          title: album.name,
          text: listening.record(album.artist, album.plays),
        })),
      },
    },
  ]
}

/** With fewer plays a year of listening says too little. */
const fewPlays = 20

/** Listening's part of a year's story. */
export const listeningYearPart = Effect.fnUntraced(function* (own: Own) {
  const { audience, count, review } = own
  const { texts } = audience
  return {
    sums: sumOf(texts, "listening", count, texts.listening.songs),
    items: review.topAlbums.map(albumItem),
    cards:
      count < fewPlays
        ? []
        : [yield* playsCard(own), ...artistCard(review, texts), ...recordsCard(review, texts)],
  }
})
