import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { fullDay, minutes, number, percent, shortDay } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Hero } from "../../parts/hero.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Stars } from "../../parts/stars.tsx"
import type { Address } from "../../router.tsx"
import { WatchingHead } from "./head.tsx"
import { yearOf } from "./posters.tsx"
import { dayOfWatch } from "./watches.ts"

const { watching } = messages

type Whole = Answer<"watching", "show">
type Season = Whole["seasons"][number]
type Episode = Season["episodes"][number]

const Standing = ({ one }: { readonly one: Episode }) => {
  const [last] = one.watches
  if (last === undefined) {
    return (
      <span class="quiet small">
        {one.air_date === "" ? watching.unwatched : watching.aired(shortDay(one.air_date))}
      </span>
    )
  }
  return (
    <span class="small">
      <Stars value={last.user_rating} />{" "}
      {last.watched_at === "" ? watching.watched : shortDay(dayOfWatch(last))}
      {one.watches.length > 1 ? ` · ${watching.times(one.watches.length)}` : ""}
    </span>
  )
}

const SeasonOf = ({ open, season }: { readonly season: Season; readonly open: boolean }) => (
  <details class="season" open={open}>
    <summary>
      <span class="season-name">{watching.season(season.season)}</span>
      <span class="season-dots" aria-hidden="true">
        {season.episodes.map(({ episode, watched }) => (
          <i key={episode} class={watched ? "season-watched" : ""} />
        ))}
      </span>
      <span class="quiet small">{watching.progress(season.episodes_watched, season.total_episodes)}</span>
    </summary>
    <ol>
      {season.episodes.map((one) => (
        <li key={one.episode} class={one.watched ? "" : "season-ahead"}>
          <span class="quiet">{number(one.episode)}</span>
          <span class="season-title">
            {one.title === "" ? watching.untitledEpisode(one.episode) : one.title}
          </span>
          <Standing one={one} />
        </li>
      ))}
    </ol>
  </details>
)

/** The season that one is in: the last with something watched. */
const currentOf = (seasons: ReadonlyArray<Season>) =>
  seasons.findLast(({ episodes_watched: watched }) => watched > 0)?.season

/** The day of a time that is one of a show's watches. */
const dayAt = ({ seasons }: Whole, at: string) => {
  const watches = seasons.flatMap(({ episodes }) => episodes.flatMap((one) => one.watches))
  const watch = watches.find(({ watched_at: when }) => when === at)
  return dayOfWatch({ watched_at: at, day_only: watch?.day_only ?? false })
}

const ShowView = ({ params }: Address) => {
  const path = `/v1/watching/shows/${encodeURIComponent(params["id"] ?? "")}`
  const show = useRead<Whole>(path)
  return (
    <div class="hue-watching">
      {show.data === undefined ? <WatchingHead title={watching.show} /> : undefined}
      <Shown path={path} read={show} lines={8}>
        {(one) => (
          <>
            <Hero
              name={one.title}
              image={one.image}
              kind="poster"
              kick={[
                watching.show,
                yearOf(one.year),
                one.runtime_min === 0 ? "" : watching.episodesOfLength(minutes(one.runtime_min)),
                one.genres.join(", "),
              ]
                .filter((part) => part !== "")
                .join(" · ")}
              actions={<Correct domain="watching" type="show" id={one.id} name={one.title} values={one} />}
            >
              <p>
                {watching.progress(one.episodes_watched, one.total_episodes)}
                {one.total_episodes === 0
                  ? ""
                  : ` · ${percent(Math.min(1, one.episodes_watched / one.total_episodes))}`}
              </p>
              {one.first_watched_at === "" ? undefined : (
                <p>
                  {watching.between(
                    fullDay(dayAt(one, one.first_watched_at)),
                    fullDay(dayAt(one, one.last_watched_at)),
                  )}
                </p>
              )}
            </Hero>
            <section>
              <h2>{watching.seasons}</h2>
              <div>
                {one.seasons.map((season) => (
                  <SeasonOf
                    key={season.season}
                    season={season}
                    open={season.season === currentOf(one.seasons)}
                  />
                ))}
              </div>
            </section>
          </>
        )}
      </Shown>
    </div>
  )
}

export default ShowView
