import { useMemo, useState } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { isDay, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { clock, dayOf, distance, fullDay, longDay, metresOfMile, shortDay, today } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { HeatMap } from "../../parts/charts/heatMap.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { useTrails } from "../../parts/map/trails.ts"
import { MapOf } from "../../parts/map.tsx"
import { EmptyState, Shown } from "../../parts/notices/states.tsx"
import { Tile } from "../../parts/lists/tile.tsx"
import { type Address, withQuery } from "../../router.tsx"
import { PlacesHead } from "./head.tsx"
import { metresOf, placedStops, spotAt } from "./route.ts"
import { Scrubber } from "./scrubber.tsx"

const { places } = messages

type Day = Answer<"places", "day">
type Stop = Day["stops"][number]

/** Milliseconds within which a newest day needs no word. */
const lately = 7 * 86_400_000

const nameOf = ({ venue_name: name }: Stop) => (name === "" ? places.unnamed : name)

/** The way from stop to stop on a map over the owner's trails, with the time of the day. */
const Route = ({
  day: { date, stops },
  onTime,
  time,
}: {
  readonly day: Day
  readonly time: number
  readonly onTime: (time: number) => void
}) => {
  const placed = useMemo(() => placedStops(stops), [stops])
  const line = useMemo(() => placed.map(({ lat, lng }) => [lng, lat]), [placed])
  const { trails } = useTrails(line)
  const lines = useMemo(
    () => (line.length < 2 ? [] : [{ id: date, name: fullDay(date), coordinates: line, isDotted: true }]),
    [line],
  )
  const points = useMemo(
    () =>
      placed.map(({ index, lat, lng }) => {
        const stop = stops[index]
        return { id: `${index}`, lat, lng, weight: 1, name: stop === undefined ? "" : nameOf(stop) }
      }),
    [placed],
  )
  const now = placed.findLast((stop) => stop.time <= time)
  const pins = placed.map(({ index, lat, lng }) => ({
    lat,
    lng,
    text: String(index + 1),
    isNow: index === now?.index,
  }))
  const spot = spotAt(placed, time)
  const here = now === undefined ? undefined : stops[now.index]
  if (placed.length === 0) return <p class="quiet">{places.noPosition}</p>
  return (
    <div class="day-map">
      <MapOf
        label={places.routeOf(fullDay(date), stops.length)}
        // A single stop has no line.
        {...(lines.length === 0 ? { points } : { lines })}
        trails={trails}
        labels={lines.length === 0 ? [] : points}
        pins={pins}
        note={places.trails(trails.length)}
        height={540}
        depth={15}
        {...(spot === undefined || lines.length === 0 ? {} : { spot })}
      />
      {placed.length < 2 ? undefined : (
        <Scrubber
          times={placed.map((stop) => stop.time)}
          time={time}
          onTime={onTime}
          said={here === undefined ? "" : nameOf(here)}
        />
      )}
    </div>
  )
}

const lastTime = ({ previous_at: at, visit }: Stop) =>
  visit === undefined ? "" : at === "" ? places.firstTime : places.nthTime(visit, shortDay(dayOf(at)))

/** The stops of the day, each with how often the owner was there. The one of the chosen time is marked. */
const Stops = ({
  day: { date, next, previous, stops },
  onTime,
  time,
}: {
  readonly day: Day
  readonly time: number
  readonly onTime: (time: number) => void
}) => {
  const now = stops.findLastIndex(({ checked_in_at: at }) => Date.parse(at) <= time)
  // Where there is space, the place is shown large.
  const shown = stops[Math.max(0, now)]
  const metres = metresOf(placedStops(stops))
  const way = (to: string, label: string, sign: string) =>
    to === "" ? (
      <span class="round" aria-hidden="true" />
    ) : (
      <a class="round" href={withQuery("/places", { date: to }).slice(1)} aria-label={label}>
        {sign}
      </a>
    )
  return (
    <section class="card day-stops">
      <header>
        {way(previous, places.previousDay, "‹")}
        <div>
          <h2>{longDay(date)}</h2>
          <p class="quiet small">
            {[
              places.stopsOf(stops.length),
              metres < 100 ? "" : places.straight(distance(metres / metresOfMile)),
            ]
              .filter((part) => part !== "")
              .join(", ")}
          </p>
        </div>
        {way(next, places.nextDay, "›")}
      </header>
      {stops.length === 0 ? <p class="quiet">{places.noStops}</p> : undefined}
      <ol>
        {stops.map((stop, at) => (
          <li
            key={stop.id}
            class={at === now ? "stop-now" : ""}
            onPointerEnter={() => onTime(Date.parse(stop.checked_in_at))}
          >
            <Tile name={nameOf(stop)} kind="place" />
            <span>
              {stop.venue_id === "" ? (
                <b dir="auto">{nameOf(stop)}</b>
              ) : (
                <a href={itemPath("places", { type: "venue", id: stop.venue_id }).slice(1)}>
                  <b dir="auto">{nameOf(stop)}</b>
                </a>
              )}
              <span class="quiet small">
                {clock(stop.checked_in_at)}
                {lastTime(stop) === "" ? "" : ` · ${lastTime(stop)}`}
              </span>
              {stop.shout === "" ? undefined : (
                <span class="quiet small" dir="auto">
                  “{stop.shout}”
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {shown === undefined || stops.length > 4 ? undefined : (
        <div class="day-picture">
          <Tile name={nameOf(shown)} kind="place" size="medium" />
        </div>
      )}
    </section>
  )
}

/** A year by days: each opens its route. */
const Days = ({ year }: { readonly year: string }) => {
  const path = `/v1/places/calendar?year=${year}`
  const read = useRead<Answer<"places", "calendar">>(path)
  return (
    <section>
      <h2>{places.otherDays}</h2>
      <Shown path={path} read={read} lines={4}>
        {(all) => <HeatMap year={all} dayPath={(day) => withQuery("/places", { date: day })} />}
      </Shown>
    </section>
  )
}

const OneDay = ({ day, isAsked }: { readonly day: Day; readonly isAsked: boolean }) => {
  const [time, setTime] = useState(Date.parse(day.stops[0]?.checked_in_at ?? day.date))
  const isBehind = !isAsked && Date.parse(today()) - Date.parse(day.date) > lately
  return (
    <>
      {isBehind ? <p class="day-latest">{places.latestOn(fullDay(day.date))}</p> : undefined}
      <div class="place-day">
        {day.stops.length === 0 ? (
          <EmptyState title={places.noStopsOn(fullDay(day.date))} />
        ) : (
          <Route day={day} time={time} onTime={setTime} />
        )}
        <Stops day={day} time={time} onTime={setTime} />
      </div>
      <Days year={day.date.slice(0, 4)} />
    </>
  )
}

/** A day's way from stop to stop: the newest day that has any, unless the address names one. */
const Places = ({ query }: Address) => {
  const asked = query.get("date") ?? ""
  const isAsked = isDay(asked)
  const path = pathWithQuery("/v1/places/day", isAsked ? `date=${asked}` : "")
  const read = useRead<Day>(path)
  return (
    <div class="hue-places">
      <PlacesHead />
      <Shown path={path} read={read} lines={10}>
        {(day) =>
          day.stops.length === 0 && day.previous === "" && day.next === "" ? (
            <NothingYet />
          ) : (
            <OneDay key={day.date} day={day} isAsked={isAsked} />
          )
        }
      </Shown>
    </div>
  )
}

export default Places
