import type { Answer } from "../../data/responses.ts"
import { pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { hours, minutes, number, today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Bars } from "../../parts/charts/bars.tsx"
import { Columns } from "../../parts/charts/columns.tsx"
import { ActivityClock } from "../../parts/charts/rhythm.tsx"
import { ComparedCard } from "../../parts/periods/comparedCard.tsx"
import { FallbackNote, PeriodChoice, periodQuery } from "../../parts/periods/comparedPeriod.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Wall } from "../../parts/lists/wall.tsx"
import type { Address } from "../../router.tsx"
import { WatchingHead } from "./head.tsx"
import { showPoster } from "./posters.tsx"

const { watching } = messages

type Overview = Answer<"watching", "overview">

/** The bars of a list. */
const most = 10

const Watches = ({ overview }: { readonly overview: Overview }) => {
  const { totals } = overview
  const again = totals.film_watches - totals.films
  return (
    <ComparedCard
      compared={overview}
      counted={watching.watchesOf}
      label={watching.overTime}
      words={[
        totals.films === 0 ? "" : watching.filmsOf(totals.films),
        totals.episodes === 0 ? "" : watching.episodesOf(totals.episodes),
        totals.minutes === 0 ? "" : minutes(totals.minutes),
        again <= 0 ? "" : watching.seenAgain(again),
      ]
        .filter((fact) => fact !== "")
        .join(", ")}
    />
  )
}

const ShowsWatched = ({ range }: { readonly range: string }) => {
  const path = pathWithQuery("/v1/watching/watched-shows", "limit=18", range)
  const shows = useRead<Answer<"watching", "watchedShows">>(path)
  return (
    <Shown path={path} read={shows} lines={4}>
      {({ data }) =>
        data.length === 0 ? undefined : (
          <section>
            <h2>{watching.showsWatched}</h2>
            <Wall items={data.map(showPoster)} kind="poster" strip />
          </section>
        )
      }
    </Shown>
  )
}

const Ratings = ({ ratings: { average, data, total } }: { readonly ratings: Overview["ratings"] }) => (
  <section class="card">
    <h2>{watching.ratings}</h2>
    {total === 0 ? (
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
    )}
  </section>
)

const Kinds = ({ totals }: { readonly totals: Overview["totals"] }) => {
  const lists = [
    {
      title: watching.genres,
      bars: totals.by_genre.map((one) => ({ name: one.genre, value: one.minutes, said: hours(one.minutes) })),
    },
    {
      title: watching.decades,
      bars: totals.by_decade.map((one) => ({
        name: watching.decade(one.decade),
        value: one.minutes,
        said: hours(one.minutes),
      })),
    },
    {
      title: watching.directors,
      bars: totals.by_director.map((one) => ({
        name: one.director,
        value: one.films,
        said: watching.filmsOf(one.films),
      })),
    },
  ]
  return (
    <>
      {lists.map(({ bars, title }) =>
        bars.length === 0 ? undefined : (
          <section key={title} class="card">
            <h2>{title}</h2>
            <Bars bars={bars.slice(0, most)} />
          </section>
        ),
      )}
    </>
  )
}

/** The watches of a period: how many next to the one before, which shows, when, and which kinds. */
const Numbers = ({ query }: Address) => {
  const year = today().slice(0, 4)
  const path = `/v1/watching/overview?${periodQuery(query, year)}`
  const read = useRead<Overview>(path)
  return (
    <div class="hue-watching">
      <WatchingHead title={watching.numbers} />
      <PeriodChoice standard={year} />
      <Shown path={path} read={read} lines={12}>
        {(overview) => {
          if (overview.count === 0) return <NothingYet />
          const { from, to } = overview.period
          const range = `from=${from}&to=${to}`
          return (
            <>
              <FallbackNote compared={overview} query={query} asked={year} />
              <Watches overview={overview} />
              <ShowsWatched range={range} />
              <div class="halves">
                <Ratings ratings={overview.ratings} />
                <ActivityClock domain="watching" range={range} />
                <Kinds totals={overview.totals} />
              </div>
            </>
          )
        }}
      </Shown>
    </div>
  )
}

export default Numbers
