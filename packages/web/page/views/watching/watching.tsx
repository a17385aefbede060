import type { Answer } from "../../data/responses.ts"
import { pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { hours, minutes, number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { DomainOverview } from "../../parts/domainOverview.tsx"
import { Bars } from "../../parts/charts/bars.tsx"
import { Columns } from "../../parts/charts/columns.tsx"
import { Facts } from "../../parts/facts.tsx"
import { Days, ActivityClock } from "../../parts/charts/rhythm.tsx"
import { Shown } from "../../parts/states.tsx"
import { MonthlyChart, rangeOfSpan, Spans } from "../../parts/period.tsx"
import { Wall } from "../../parts/wall.tsx"
import type { Address } from "../../router.tsx"
import { WatchingHead } from "./head.tsx"
import { moviePoster, showPoster } from "./posters.tsx"
import { Reviews } from "./reviews.tsx"
import { type Watch, watchPoster } from "./watches.tsx"

const { watching } = messages

/** The posters of a strip. */
const maxStripLength = 18

type Stats = Answer<"watching", "stats">

const Sums = ({ range }: { readonly range: string }) => {
  const { data: stats } = useRead<Stats>(pathWithQuery("/v1/watching/stats", range))
  const shown = (value: number | undefined, as: (value: number) => string = number) =>
    value === undefined ? "–" : as(value)
  const again =
    stats === undefined ? 0 : stats.film_watches + stats.episode_watches - stats.films - stats.episodes
  return (
    <Facts
      facts={[
        [watching.facts.films, shown(stats?.films)],
        [watching.facts.shows, shown(stats?.shows)],
        [watching.facts.episodes, shown(stats?.episodes)],
        [watching.facts.time, shown(stats?.minutes, minutes)],
        [watching.facts.again, again > 0 ? number(again) : ""],
      ]}
    />
  )
}

/** The newest watch of each film and show: a series watched at a stretch is one poster. */
const eachOnce = (watches: ReadonlyArray<Watch>) =>
  [
    ...new Map(
      watches
        .toReversed()
        .map((watch) => [`${watch.kind} ${watch.show?.id ?? watch.movie?.id ?? 0}`, watch] as const),
    ).values(),
  ].toSorted((one, other) => other.watched_at.localeCompare(one.watched_at))

const Latest = ({ range }: { readonly range: string }) => {
  const path = pathWithQuery("/v1/watching/recent", "limit=100", range)
  const recent = useRead<Answer<"watching", "recent">>(path)
  return (
    <section>
      <header class="section">
        <h2>{watching.latest}</h2>
        <a class="small" href="watching/diary">
          {watching.all}
        </a>
      </header>
      <Shown path={path} read={recent} lines={4}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{watching.nothing}</p>
          ) : (
            <Wall items={eachOnce(data).slice(0, maxStripLength).map(watchPoster)} kind="poster" strip />
          )
        }
      </Shown>
    </section>
  )
}

const ShowsWatched = ({ range }: { readonly range: string }) => {
  const path = pathWithQuery("/v1/watching/watched-shows", "limit=18", range)
  const shows = useRead<Answer<"watching", "watchedShows">>(path)
  return (
    <section>
      <header class="section">
        <h2>{watching.showsWatched}</h2>
        <a class="small" href="watching/shows">
          {watching.all}
        </a>
      </header>
      <Shown path={path} read={shows} lines={4}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="quiet">{watching.noShows}</p>
          ) : (
            <Wall items={data.map(showPoster)} kind="poster" strip />
          )
        }
      </Shown>
    </section>
  )
}

const Best = () => {
  const path = "/v1/watching/movies?sort=rating&limit=18"
  const films = useRead<Answer<"watching", "movies">>(path)
  return (
    <section>
      <header class="section">
        <h2>{watching.best}</h2>
        <a class="small" href="watching/movies?sort=rating">
          {watching.all}
        </a>
      </header>
      <Shown path={path} read={films} lines={4}>
        {({ data }) => <Wall items={data.map(moviePoster)} kind="poster" strip />}
      </Shown>
    </section>
  )
}

const Ratings = () => {
  const path = "/v1/watching/ratings"
  const ratings = useRead<Answer<"watching", "ratings">>(path)
  return (
    <section>
      <h2>{watching.ratings}</h2>
      <Shown path={path} read={ratings} lines={4}>
        {({ average, data, total }) =>
          total === 0 ? (
            <p class="quiet">{watching.noRatings}</p>
          ) : (
            <>
              <p class="quiet small">{watching.ratingsLead(watching.filmsOf(total), number(average))}</p>
              <Columns
                label={watching.ratings}
                columns={data.map(({ count, rating }) => ({
                  value: count,
                  short: Number.isInteger(rating) ? `${number(rating)} ★` : "",
                  said: watching.rated(messages.stars(rating), watching.filmsOf(count)),
                  to: `/watching/movies?rated=${rating}`,
                }))}
              />
            </>
          )
        }
      </Shown>
    </section>
  )
}

/** The bars of a list. */
const most = 10

const Kinds = ({ range }: { readonly range: string }) => {
  const path = pathWithQuery("/v1/watching/stats", range)
  const stats = useRead<Stats>(path)
  return (
    <Shown path={path} read={stats} lines={8}>
      {({ by_decade: decades, by_director: directors, by_genre: genres }) => (
        <>
          {genres.length === 0 ? undefined : (
            <section>
              <h2>{watching.genres}</h2>
              <Bars
                bars={genres.slice(0, most).map((one) => ({
                  name: one.genre,
                  value: one.minutes,
                  said: hours(one.minutes),
                }))}
              />
            </section>
          )}
          {decades.length === 0 ? undefined : (
            <section>
              <h2>{watching.decades}</h2>
              <Bars
                bars={decades.slice(0, most).map((one) => ({
                  name: watching.decade(one.decade),
                  value: one.minutes,
                  said: hours(one.minutes),
                }))}
              />
            </section>
          )}
          {directors.length === 0 ? undefined : (
            <section>
              <h2>{watching.directors}</h2>
              <Bars
                bars={directors.slice(0, most).map((one) => ({
                  name: one.director,
                  value: one.films,
                  said: watching.filmsOf(one.films),
                }))}
              />
            </section>
          )}
        </>
      )}
    </Shown>
  )
}

/** The films and shows of a period, and the ways to all of them. */
const Watching = ({ query }: Address) => {
  const range = rangeOfSpan(query)
  return (
    <div class="hue-watching">
      <WatchingHead />
      <DomainOverview domain="watching" also="/v1/watching/movies?limit=1">
        <Spans domain="watching" />
        <Sums range={range} />
        <MonthlyChart domain="watching" range={range} />
        <Days domain="watching" query={query} />
        <Latest range={range} />
        <ShowsWatched range={range} />
        <Best />
        <div class="columns">
          <Ratings />
          <ActivityClock domain="watching" range={range} />
          <Kinds range={range} />
          <Reviews />
        </div>
      </DomainOverview>
    </div>
  )
}

export default Watching
