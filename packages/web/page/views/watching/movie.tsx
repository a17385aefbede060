import type { Answer } from "../../data/responses.ts"
import { refresh } from "../../data/cache.ts"
import { useRead } from "../../data/useRead.ts"
import { fullDay, minutes } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Facts } from "../../parts/facts.tsx"
import { Shown } from "../../parts/states.tsx"
import { Stars } from "../../parts/stars.tsx"
import { Tile } from "../../parts/tile.tsx"
import { Title } from "../../parts/title.tsx"
import type { Address } from "../../router.tsx"
import { WatchingHead } from "./head.tsx"
import { yearOf } from "./posters.tsx"
import { dayOfWatch } from "./watches.tsx"

const { watching } = messages

const MovieView = ({ params }: Address) => {
  const path = `/v1/watching/movies/${encodeURIComponent(params["id"] ?? "")}`
  const film = useRead<Answer<"watching", "movie">>(path)
  return (
    <div class="hue-watching">
      {film.data === undefined ? <WatchingHead title={watching.film} /> : undefined}
      <Shown path={path} read={film} lines={8}>
        {(one) => (
          <>
            <div class="thing">
              <Tile name={one.title} image={one.image} kind="poster" size="medium" />
              <div>
                <Title
                  title={one.title}
                  lead={[
                    yearOf(one.year),
                    one.directors.length === 0 ? "" : watching.directedBy(one.directors.join(", ")),
                  ]
                    .filter((part) => part !== "")
                    .join(" · ")}
                >
                  <Correct domain="watching" type="movie" id={one.id} name={one.title} values={one} />
                </Title>
                <Facts
                  facts={[
                    [watching.rating, one.user_rating === 0 ? "" : <Stars value={one.user_rating} />],
                    [watching.watched, one.watch_count === 0 ? "" : watching.times(one.watch_count)],
                    [watching.length, one.runtime_min === 0 ? "" : minutes(one.runtime_min)],
                    [watching.genres, one.genres.join(", ")],
                  ]}
                />
              </div>
            </div>
            {one.watches.length === 0 ? undefined : (
              <section>
                <h2>{watching.watches}</h2>
                <ol class="film-watches">
                  {one.watches.map((watch) => (
                    <li key={watch.id}>
                      <p>
                        {watch.watched_at === "" ? watching.undated : fullDay(dayOfWatch(watch))}{" "}
                        <Stars value={watch.user_rating} />{" "}
                        <Correct
                          domain="watching"
                          type="watch"
                          id={watch.id}
                          name={watching.watchOf(one.title)}
                          values={{ ...watch, rating: watch.user_rating }}
                          onDone={refresh}
                        />
                      </p>
                      {watch.review === "" ? undefined : <p class="review">{watch.review}</p>}
                    </li>
                  ))}
                </ol>
              </section>
            )}
          </>
        )}
      </Shown>
    </div>
  )
}

export default MovieView
