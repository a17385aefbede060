import type { Answer } from "../../data/responses.ts"
import { useMayChange } from "../../data/session.ts"
import { useRead } from "../../data/useRead.ts"
import { minutes, today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Change, FallbackNote, periodName } from "../../parts/periods/comparedPeriod.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Wall } from "../../parts/lists/wall.tsx"
import type { Address } from "../../router.tsx"
import { DiaryLines } from "./diaryLines.tsx"
import { WatchingHead } from "./head.tsx"
import { moviePoster, showPoster } from "./posters.tsx"

const { watching } = messages

/** The posters of the wall: whole rows of 3, 5 and 7. */
const wallSize = 21
/** The lines of the diary below it. */
const diarySize = 8

type Overview = Answer<"watching", "overview">

const Sums = ({ overview }: { readonly overview: Overview }) => {
  const { period, previous_totals: before, totals } = overview
  const again = totals.film_watches - totals.films
  const facts = [
    totals.films === 0 ? "" : watching.filmsIn(totals.films, periodName(period)),
    totals.episodes === 0 ? "" : watching.episodesOf(totals.episodes),
    totals.minutes === 0 ? "" : minutes(totals.minutes),
    again <= 0 ? "" : watching.seenAgain(again),
  ]
  return (
    <p class="chips">
      {facts
        .filter((fact) => fact !== "")
        .map((fact) => (
          <span key={fact} class="chip">
            {fact}
          </span>
        ))}
      {totals.films === 0 ? undefined : (
        <Change compared={overview} count={totals.films} before={before?.films} />
      )}
    </p>
  )
}

const Films = () => {
  const path = `/v1/watching/movies?limit=${wallSize}`
  const films = useRead<Answer<"watching", "movies">>(path)
  return (
    <Shown path={path} read={films} lines={10}>
      {({ data, pagination }) =>
        data.length === 0 ? (
          <Shows />
        ) : (
          <section class="films-wall">
            <header class="section">
              <h2>{watching.lastSeen}</h2>
              <a class="small" href="watching/movies">
                {watching.allFilms(pagination.total)}
              </a>
            </header>
            <Wall kind="poster" items={data.map((film) => moviePoster(film, film))} />
          </section>
        )
      }
    </Shown>
  )
}

/** The wall of who watches shows only. */
const Shows = () => {
  const path = `/v1/watching/shows?limit=${wallSize}`
  const shows = useRead<Answer<"watching", "shows">>(path)
  return (
    <section>
      <h2>{watching.shows}</h2>
      <Shown path={path} read={shows} lines={10}>
        {({ data }) => <Wall kind="poster" items={data.map(showPoster)} />}
      </Shown>
    </section>
  )
}

const Diary = () => {
  const path = `/v1/watching/recent?limit=${diarySize}`
  const recent = useRead<Answer<"watching", "recent">>(path)
  return (
    <Shown path={path} read={recent} lines={6}>
      {({ data }) =>
        data.length === 0 ? undefined : (
          <section>
            <header class="section">
              <h2>{watching.diary}</h2>
              <a class="small" href="watching/diary">
                {watching.wholeDiary}
              </a>
            </header>
            <div class="card diary-card">
              <DiaryLines watches={data} />
            </div>
          </section>
        )
      }
    </Shown>
  )
}

/** The films as a wall, the last seen first, and the newest of the diary. */
const Watching = ({ query }: Address) => {
  const isAdmin = useMayChange()
  const path = `/v1/watching/overview?period=${today().slice(0, 4)}`
  const read = useRead<Overview>(path)
  return (
    <div class="hue-watching">
      <WatchingHead>
        {isAdmin ? (
          <a class="button button-main" href="settings/add?type=watch">
            {watching.log.film}
          </a>
        ) : undefined}
      </WatchingHead>
      <Shown path={path} read={read} lines={1}>
        {(overview) =>
          overview.count === 0 && overview.ratings.total === 0 ? (
            <NothingYet />
          ) : (
            <>
              {overview.count === 0 ? undefined : (
                <>
                  <FallbackNote compared={overview} query={query} asked={today().slice(0, 4)} />
                  <Sums overview={overview} />
                </>
              )}
              <Films />
              <Diary />
            </>
          )
        }
      </Shown>
    </div>
  )
}

export default Watching
