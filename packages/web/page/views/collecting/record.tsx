import type { Answer } from "../../data/responses.ts"
import { searchedAs } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, duration, fullDay, month } from "../../format.ts"
import { domains, itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Facts } from "../../parts/facts.tsx"
import { Hero } from "../../parts/hero.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { CollectingHead } from "./head.tsx"
import { dotted } from "./shelves.tsx"

const { collecting } = messages

type Whole = Answer<"collecting", "record">

/** The day, the month or the year of its release, as far as is known. */
const released = ({ released: told, year }: Whole) => {
  if (/^\d{4}-\d{2}-\d{2}$/.test(told)) return fullDay(told)
  if (/^\d{4}-\d{2}$/.test(told)) return month(`${told}-01`)
  return told === "" ? (year === 0 ? "" : String(year)) : told
}

/** The same album in listening, if it was played: the search of the API reports. */
const InListening = ({ one: { artist, title } }: { readonly one: Whole }) => {
  const { data } = useRead<Answer<"search", "search">>(
    domains.includes("listening")
      ? `/v1/search?q=${searchedAs(title)}&domains=listening&limit=20`
      : undefined,
  )
  const album = data?.data.find(
    (found) =>
      found.type === "album" &&
      found.title.toLowerCase() === title.toLowerCase() &&
      found.subtitle.toLowerCase() === artist.toLowerCase(),
  )
  return album === undefined ? undefined : (
    <a class="button" href={itemPath("listening", album).slice(1)}>
      {collecting.inListening}
    </a>
  )
}

const Tracks = ({ one }: { readonly one: Whole }) => (
  <section>
    <h2>{collecting.tracks}</h2>
    {one.tracks.length === 0 ? (
      <p class="quiet">{collecting.noTracks}</p>
    ) : (
      <ol class="record-tracks">
        {one.tracks.map((track, at) => (
          <li key={`${at} ${track.position}`}>
            <span class="quiet">{track.position}</span>
            <span>
              {track.title}
              {track.artist === "" ? undefined : <span class="quiet"> · {track.artist}</span>}
            </span>
            <span class="quiet small">{track.duration_s === 0 ? "" : duration(track.duration_s)}</span>
          </li>
        ))}
      </ol>
    )}
  </section>
)

const RecordView = ({ params }: Address) => {
  const path = `/v1/collecting/records/${encodeURIComponent(params["id"] ?? "")}`
  const record = useRead<Whole>(path)
  return (
    <div class="hue-collecting">
      {record.data === undefined ? <CollectingHead title={collecting.record} /> : undefined}
      <Shown path={path} read={record} lines={8}>
        {(one) => (
          <>
            <Hero
              name={one.title}
              by={one.artist}
              image={one.image}
              kick={dotted(collecting.record, one.format, one.year)}
              actions={
                <>
                  <InListening one={one} />
                  <Correct domain="collecting" type="record" id={one.id} name={one.title} values={one} />
                </>
              }
            >
              <p>
                <a href={withQuery("/collecting/records", { artist: one.artist }).slice(1)}>{one.artist}</a>
              </p>
            </Hero>
            <Facts
              facts={[
                [collecting.released, released(one)],
                [collecting.country, one.country],
                [
                  collecting.label,
                  one.labels
                    .map(({ catalog_number: number, name }) => (number === "" ? name : `${name}, ${number}`))
                    .join("; "),
                ],
                [collecting.mediaCondition, one.media_condition],
                [collecting.sleeveCondition, one.sleeve_condition],
                [collecting.added, one.added_at === "" ? "" : fullDay(dayOf(one.added_at))],
              ]}
            />
            <div class="chips">
              {[...one.genres, ...one.styles].map((genre) => (
                <a key={genre} class="chip" href={withQuery("/collecting/records", { genre }).slice(1)}>
                  {genre}
                </a>
              ))}
            </div>
            <Tracks one={one} />
          </>
        )}
      </Shown>
    </div>
  )
}

export default RecordView
