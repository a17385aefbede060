import "./listening.css"
import type { ComponentChildren } from "preact"
import type { Answer, ItemImage } from "../../data/responses.ts"
import { searchedAs } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, fullDay, number } from "../../format.ts"
import { domains, itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { ComparedBars } from "../../parts/charts/comparedBars.tsx"
import { Correct } from "../../parts/edits/correct.tsx"
import { Hero } from "../../parts/hero.tsx"
import { artKind, Tile } from "../../parts/lists/tile.tsx"

const { listening } = messages

/** One artist, album or track, as its read returns it. */
export interface Played {
  readonly id: number
  readonly name: string
  readonly image?: ItemImage
  readonly playcount: number
  readonly rank: number
  readonly first_played_at: string
  readonly last_played_at: string
  readonly sparkline: {
    readonly granularity: string
    readonly points: ReadonlyArray<{ readonly start: string; readonly count: number }>
  }
}

type Kind = "artist" | "album" | "track"

/** The head of an artist, an album or a song. */
export const PlayedHero = ({
  by,
  children,
  image,
  kind,
  one,
}: {
  readonly kind: Kind
  readonly one: Played
  readonly image?: ItemImage | undefined
  /** The artist of an album or a song. */
  readonly by?: string
  readonly children: ComponentChildren
}) => (
  <Hero
    name={one.name}
    by={by}
    image={image ?? one.image}
    kind={artKind(kind)}
    kick={one.rank > 0 ? listening.rank(listening[kind], one.rank) : listening[kind]}
    actions={<Correct domain="listening" type={kind} id={one.id} name={one.name} values={one} />}
  >
    {children}
  </Hero>
)

/** The plays of all its months. */
export const Life = ({ one }: { readonly one: Played }) => {
  const { granularity, points } = one.sparkline
  const [first, last] = [points[0]?.start.slice(0, 4) ?? "", points.at(-1)?.start.slice(0, 4) ?? ""]
  if (points.length < 2) return undefined
  return (
    <section class="card">
      <header class="card-head">
        <h2>{listening.life(one.name)}</h2>
        <span class="quiet small">{listening.byMonth(first, last)}</span>
      </header>
      <ComparedBars
        points={points}
        granularity={granularity}
        counted={listening.playsOf}
        label={listening.byMonth(first, last)}
      />
    </section>
  )
}

/** Songs with their plays, as bars from zero. */
export const Songs = ({
  artist,
  songs,
}: {
  readonly artist: string
  readonly songs: ReadonlyArray<{ readonly id: number; readonly name: string; readonly playcount: number }>
}) => {
  const most = Math.max(1, ...songs.map(({ playcount }) => playcount))
  return songs.length === 0 ? undefined : (
    <section class="card">
      <h2>{listening.songs}</h2>
      <ol class="songs">
        {songs.map(({ id, name, playcount }, at) => (
          <li key={id}>
            <a href={itemPath("listening", { type: "track", id }).slice(1)}>
              <span class="quiet" aria-hidden="true">
                {number(at + 1)}
              </span>
              <Tile name={name} by={artist} />
              <span class="cut entry-title" dir="auto">
                {name}
              </span>
              <span class="songs-bar" aria-hidden="true">
                <i style={{ width: `${(100 * playcount) / most}%` }} />
              </span>
              <span class="songs-plays">
                {number(playcount)} <span class="hidden">{messages.playsWord(playcount)}</span>
              </span>
            </a>
          </li>
        ))}
      </ol>
    </section>
  )
}

type OwnedRecord = Answer<"collecting", "records">["data"][number]
type Seen = Answer<"attending", "events">["data"][number]

const plain = (name: string) => name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase()

const isNamed = (name: string) => (one: { readonly name: string }) => plain(one.name) === plain(name)

/** The records of an artist and the events at which he or she was seen, earliest first; none if the server has no such domain. */
export const useMeetings = (artist: string | undefined) => {
  const of = (domain: string, path: string) =>
    artist === undefined || !domains.includes(domain) ? undefined : path
  const name = encodeURIComponent(artist ?? "")
  const records = useRead<Answer<"collecting", "records">>(
    of("collecting", `/v1/collecting/records?artist=${name}&sort=added&order=asc&limit=100`),
  ).data?.data
  const events = useRead<Answer<"attending", "events">>(
    of("attending", `/v1/attending/events?q=${searchedAs(artist ?? "")}&attended=true&limit=100`),
  ).data?.data
  return {
    records: records ?? [],
    events: (events ?? []).filter(({ performers }) => performers.some(isNamed(artist ?? ""))).toReversed(),
  }
}

/** True for a record of an album, in any edition. */
export const isOf = (album: string) => (record: OwnedRecord) =>
  plain(record.title) === plain(album) || plain(record.title).startsWith(`${plain(album)} (`)

interface Happened {
  readonly day: string
  readonly domain: string
  readonly words: string
  readonly to?: string
}

/** More of a kind than this are left out: the first ones and the last. */
const mostOfKind = 4

const ends = <One,>(all: ReadonlyArray<One>) =>
  all.length <= mostOfKind ? all : [...all.slice(0, mostOfKind / 2), ...all.slice(-mostOfKind / 2)]

const storyOf = (one: Played, records: ReadonlyArray<OwnedRecord>, events: ReadonlyArray<Seen>) => {
  const played = (at: string, words: string): ReadonlyArray<Happened> =>
    at === "" ? [] : [{ day: dayOf(at), domain: "listening", words }]
  const happened: ReadonlyArray<Happened> = [
    ...played(one.first_played_at, listening.firstPlayed),
    ...ends(records.filter(({ added_at: at }) => at !== "")).map(({ added_at: at, format, id, title }) => ({
      day: dayOf(at),
      domain: "collecting",
      words: listening.bought(title, format),
      to: itemPath("collecting", { type: "record", id }),
    })),
    ...ends(events).map(({ event_date: day, id, title, venue }) => ({
      day,
      domain: "attending",
      words: listening.saw(title, venue?.name ?? ""),
      to: itemPath("attending", { type: "event", id }),
    })),
    ...(one.playcount > 1 ? played(one.last_played_at, listening.lastPlayed) : []),
  ]
  return happened.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
}

/** The history of an artist or an album, in order: first played, bought, seen, last played. */
export const Story = ({
  artist,
  events,
  one,
  records,
}: {
  readonly one: Played
  readonly artist: string
  readonly records: ReadonlyArray<OwnedRecord>
  readonly events: ReadonlyArray<Seen>
}) => {
  const performer = events[0]?.performers.find(isNamed(artist))
  return (
    <section class="card">
      <header class="card-head">
        <h2>{listening.story}</h2>
        {performer === undefined || events.length <= mostOfKind ? undefined : (
          <a class="small" href={itemPath("attending", { type: "performer", id: performer.id }).slice(1)}>
            {listening.allNights(events.length)}
          </a>
        )}
      </header>
      <ol class="milestones">
        {storyOf(one, records, events).map(({ day, domain, to, words }) => (
          <li key={`${day} ${words}`} class={`hue-${domain}`}>
            <span class="dot" aria-hidden="true" />
            <span>
              <b>{fullDay(day)}</b>
              <br />
              <span class="quiet">{to === undefined ? words : <a href={to.slice(1)}>{words}</a>}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
