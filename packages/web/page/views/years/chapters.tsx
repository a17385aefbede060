import type { Answer } from "../../data/responses.ts"
import { compact, distance, minutes, month, number, shortDay } from "../../format.ts"
import { domains, itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Columns } from "../../parts/charts/columns.tsx"
import { Facts } from "../../parts/facts.tsx"
import { TopList, type TopRow } from "./topList.tsx"

type Years = Answer<"journal", "yearInReview">["domains"]
type Months = Answer<"journal", "monthInReview">["domains"]

const { years } = messages

/** The facts of a domain's year, and its short lists. */
interface Told {
  /** Those of zero are not shown. */
  readonly facts: ReadonlyArray<readonly [name: string, value: number, write: (value: number) => string]>
  readonly lists: ReadonlyArray<readonly [title: string, rows: ReadonlyArray<TopRow>]>
}

const counted =
  (domain: string, type: string) =>
  (one: { readonly id: string | number; readonly name: string; readonly value: string }): TopRow => ({
    ...one,
    to: itemPath(domain, { type, id: one.id }),
  })

const played =
  (type: string) =>
  (one: { readonly id: number; readonly name: string; readonly playcount: number }): TopRow => ({
    ...counted("listening", type)({ ...one, value: messages.plays(one.playcount) }),
    ...("image" in one ? { image: one.image as TopRow["image"] } : {}),
  })

const tellers: {
  readonly [Domain in keyof Years]?: (review: NonNullable<NonNullable<Years[Domain]>["review"]>) => Told
} = {
  listening: (review) => ({
    facts: [
      [years.artists, review.artists, number],
      [years.albums, review.albums, number],
      [years.newArtists, review.new_artists, number],
    ],
    lists: [
      [years.topArtists, review.top_artists.map(played("artist"))],
      [years.topAlbums, review.top_albums.map(played("album"))],
      [years.topTracks, review.top_tracks.map(played("track"))],
    ],
  }),
  reading: (review) => ({
    facts: [
      [years.words, review.words, compact],
      [years.time, review.minutes, minutes],
      [years.highlights, review.highlights, number],
    ],
    lists: [
      [years.authors, review.authors.map(({ count, name }) => ({ name, value: number(count) }))],
      [years.sites, review.domains.map(({ count, name }) => ({ name, value: number(count) }))],
      [years.tags, review.tags.map(({ count, name }) => ({ name, value: number(count) }))],
    ],
  }),
  watching: (review) => ({
    facts: [
      [years.films, review.films, number],
      [years.episodes, review.episodes, number],
      [years.time, review.minutes, minutes],
    ],
    lists: [
      [
        years.topFilms,
        review.top_films.map(({ id, image, title, user_rating: rating }) => ({
          name: title,
          value: years.stars(rating),
          to: itemPath("watching", { type: "movie", id }),
          image,
          kind: "poster" as const,
        })),
      ],
      [
        years.topShows,
        review.top_shows.map(({ episodes_watched: episodes, id, image, title }) => ({
          name: title,
          value: years.episodesOf(episodes),
          to: itemPath("watching", { type: "show", id }),
          image,
          kind: "poster" as const,
        })),
      ],
      [
        years.directors,
        review.top_directors.map(({ director, films }) => ({ name: director, value: years.filmsOf(films) })),
      ],
    ],
  }),
  running: (review) => ({
    facts: [
      [years.distance, review.total_distance_mi, distance],
      [years.time, review.total_duration_s / 60, minutes],
      [years.longest, review.longest_run_mi, distance],
      [years.races, review.race_count, number],
    ],
    lists: [],
  }),
  attending: (review) => ({
    facts: [
      [years.venues, review.venues, number],
      [years.performers, review.performers, number],
    ],
    lists: [
      [
        years.topPerformers,
        review.top_performers.map(({ id, name, times_seen: times }) =>
          counted("attending", "performer")({ id, name, value: years.times(times) }),
        ),
      ],
      [
        years.topVenues,
        review.top_venues.map(({ id, name, times_seen: times }) =>
          counted("attending", "venue")({ id, name, value: years.times(times) }),
        ),
      ],
      [
        years.teams,
        review.teams.map(({ id, lost, name, won }) =>
          counted("attending", "team")({ id, name, value: years.wonAndLost(won, lost) }),
        ),
      ],
    ],
  }),
  collecting: (review) => ({
    facts: [
      [years.records, review.records, number],
      [years.media, review.media, number],
    ],
    lists: [
      [years.artists, review.artists.map(({ count, name }) => ({ name, value: number(count) }))],
      [years.formats, review.formats.map(({ count, name }) => ({ name, value: number(count) }))],
    ],
  }),
  places: (review) => ({
    facts: [
      [years.venues, review.venues, number],
      [years.cities, review.cities, number],
      [years.newPlaces, review.new_venues, number],
    ],
    lists: [
      [
        years.mostVisited,
        review.most_visited.map(({ id, name, visits }) =>
          counted("places", "place")({ id, name, value: years.times(visits) }),
        ),
      ],
    ],
  }),
}

/** The months of a year, or the days of a month, with their counts. */
const partsOf = (
  one: NonNullable<Years[keyof Years]> | NonNullable<Months[keyof Months]>,
): ReadonlyArray<readonly [name: string, count: number]> =>
  "months" in one
    ? one.months.map(({ count, start }) => [month(start), count])
    : one.days.map(({ count, date }) => [shortDay(date), count])

/** The year, or the month, of each domain: a chapter with its months or days, its facts and its tops. A domain without entries has none. */
export const Chapters = ({ all }: { readonly all: Years | Months }) => (
  <>
    {domains.map((domain) => {
      const one = all[domain as keyof Years]
      if (one === undefined || one.total === 0) return undefined
      const tell = tellers[domain as keyof Years] as ((review: unknown) => Told) | undefined
      const told = tell === undefined || !("review" in one) ? undefined : tell(one.review)
      return (
        <section key={domain} class={`chapter hue-${domain}`}>
          <h2>
            <span class="mark">{messages.domain(domain)}</span> {messages.entriesOf(domain, one.total)}
          </h2>
          <div class="chapter-head">
            <Facts
              facts={[
                ...(told?.facts ?? []).map(
                  ([name, value, write]) => [name, value === 0 ? "" : write(value)] as const,
                ),
                [years.busiest, one.busiest_day.date === "" ? "" : shortDay(one.busiest_day.date)],
              ]}
            />
            <Columns
              label={"months" in one ? years.months : years.days}
              columns={partsOf(one).map(([name, count]) => ({
                value: count,
                short: "",
                said: `${name}: ${messages.entriesOf(domain, count)}`,
              }))}
            />
          </div>
          <div class="chapter-lists">
            {told?.lists.map(([title, rows]) => (
              <TopList key={title} title={title} rows={rows} />
            ))}
          </div>
        </section>
      )
    })}
  </>
)
