import { useRef, useState } from "preact/hooks"
import { refresh } from "../../data/cache.ts"
import type { Answer } from "../../data/responses.ts"
import { useMayChange } from "../../data/session.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOfMonth, fullDay, minutes, shortMonthYear } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Hero } from "../../parts/hero.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Stars } from "../../parts/stars.tsx"
import type { Address } from "../../router.tsx"
import { WatchingHead } from "./head.tsx"
import { LogWatch } from "./logWatch.tsx"
import { yearOf } from "./posters.tsx"
import { dayOfWatch } from "./watches.ts"

const { watching } = messages

type Film = Answer<"watching", "movie">

const Watches = ({ film }: { readonly film: Film }) => (
  <section>
    <h2>{watching.seen(film.watch_count)}</h2>
    {film.watches.length === 0 ? undefined : (
      <ol class="card diary">
        {film.watches.map((watch) => {
          const day = dayOfWatch(watch)
          return (
            <li key={watch.id}>
              {day === "" ? (
                <span class="diary-day quiet small">{watching.undated}</span>
              ) : (
                <time class="diary-day" dateTime={day} title={fullDay(day)}>
                  <b>{dayOfMonth(day)}</b>
                  <span class="quiet small">{shortMonthYear(day)}</span>
                </time>
              )}
              <div class="diary-words">
                <p class="diary-name">
                  <Stars value={watch.user_rating} />{" "}
                  <Correct
                    domain="watching"
                    type="watch"
                    id={watch.id}
                    name={watching.watchOf(film.title)}
                    values={{ ...watch, rating: watch.user_rating }}
                    onDone={refresh}
                  />
                </p>
                {watch.review === "" ? undefined : (
                  <p class="review" dir="auto">
                    {watch.review}
                  </p>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    )}
  </section>
)

const FilmOf = ({ film }: { readonly film: Film }) => {
  const isAdmin = useMayChange()
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <>
      <Hero
        name={film.title}
        image={film.image}
        kind="poster"
        kick={[
          watching.film,
          yearOf(film.year),
          film.runtime_min === 0 ? "" : minutes(film.runtime_min),
          film.genres.join(", "),
        ]
          .filter((part) => part !== "")
          .join(" · ")}
        actions={
          <>
            {isAdmin ? (
              <button
                ref={opener}
                type="button"
                class="button button-main"
                aria-expanded={open}
                onClick={() => setOpen(!open)}
              >
                {film.watches.length === 0 ? watching.log.first : watching.log.open}
              </button>
            ) : undefined}
            <Correct domain="watching" type="movie" id={film.id} name={film.title} values={film} />
          </>
        }
      >
        {film.directors.length === 0 ? undefined : <p>{watching.directedBy(film.directors.join(", "))}</p>}
        {film.user_rating === 0 ? undefined : (
          <p>
            <Stars value={film.user_rating} /> {watching.yourStars}
          </p>
        )}
      </Hero>
      <div class={`film-body ${open ? "film-logging" : ""}`}>
        <Watches film={film} />
        {open ? <LogWatch film={film} close={close} /> : undefined}
      </div>
    </>
  )
}

const MovieView = ({ params }: Address) => {
  const path = `/v1/watching/movies/${encodeURIComponent(params["id"] ?? "")}`
  const film = useRead<Film>(path)
  return (
    <div class="hue-watching">
      {film.data === undefined ? <WatchingHead title={watching.film} /> : undefined}
      <Shown path={path} read={film} lines={8}>
        {(one) => <FilmOf key={one.id} film={one} />}
      </Shown>
    </div>
  )
}

export default MovieView
