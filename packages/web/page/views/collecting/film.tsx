import type { Answer } from "../../data/responses.ts"
import { searchedAs } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, fullDay } from "../../format.ts"
import { domains, itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Facts } from "../../parts/facts.tsx"
import { Hero } from "../../parts/hero.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { CollectingHead } from "./head.tsx"
import { dotted, type Film } from "./shelves.tsx"

const { collecting } = messages

/** The same film in watching, if it was watched: both know its id at The Movie Database. */
const InWatching = ({ one }: { readonly one: Film }) => {
  const { data } = useRead<Answer<"watching", "movies">>(
    one.movie_db_id === 0 || !domains.includes("watching")
      ? undefined
      : `/v1/watching/movies?q=${searchedAs(one.title)}&limit=100`,
  )
  const film = data?.data.find(({ movie_db_id: id }) => id === one.movie_db_id)
  return film === undefined ? undefined : (
    <a class="button" href={itemPath("watching", { type: "movie", id: film.id }).slice(1)}>
      {collecting.inWatching(collecting.times(film.watch_count))}
    </a>
  )
}

const FilmView = ({ params }: Address) => {
  const path = `/v1/collecting/media/${encodeURIComponent(params["id"] ?? "")}`
  const film = useRead<Film>(path)
  return (
    <div class="hue-collecting">
      {film.data === undefined ? <CollectingHead title={collecting.film} /> : undefined}
      <Shown path={path} read={film} lines={8}>
        {(one) => (
          <>
            <Hero
              name={one.title}
              image={one.image}
              kind="poster"
              kick={dotted(collecting.film, one.year)}
              actions={
                <>
                  <InWatching one={one} />
                  <Correct domain="collecting" type="media" id={one.id} name={one.title} values={one} />
                </>
              }
            >
              {one.genres === undefined || one.genres.length === 0 ? undefined : (
                <p>{one.genres.join(", ")}</p>
              )}
            </Hero>
            <Facts
              facts={[
                [
                  collecting.format,
                  <a href={withQuery("/collecting/media", { format: one.format }).slice(1)}>
                    {collecting.formatName(one.format)}
                  </a>,
                ],
                [collecting.added, one.added_at === "" ? "" : fullDay(dayOf(one.added_at))],
              ]}
            />
          </>
        )}
      </Shown>
    </div>
  )
}

export default FilmView
