import type { Answer } from "../../data/responses.ts"
import { dayOf, distance, duration, height, pace, shortDay } from "../../format.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"

const { running } = messages

export type RunRecord = Answer<"running", "records">["data"][number]

/** The best of a record, in its own measure: a time over a distance, else a length, a climb or a pace. */
const bestOf = ({ activity, distance_mi: miles, duration_s: seconds, id }: RunRecord) =>
  id === "longest"
    ? distance(miles)
    : id === "most_climbed"
      ? height(activity.elevation_ft)
      : id === "fastest_pace"
        ? pace(seconds, miles)
        : duration(seconds)

/** Records as lines, each with the run that holds it. */
export const RecordLines = ({ records }: { readonly records: ReadonlyArray<RunRecord> }) => (
  <ul class="entries">
    {records.map((record) => (
      <li key={record.id} class="entry run-record">
        <a href={itemPath("running", { type: "run", id: record.activity.id }).slice(1)}>
          <span class="entry-text">
            <span class="entry-title" dir="auto">
              {running.recordNames[record.id] ?? record.id}
            </span>
            <span class="quiet" dir="auto">
              {record.activity.name} · {shortDay(dayOf(record.activity.started_at))}
            </span>
          </span>
          <span class="run-numbers">
            <b>{bestOf(record)}</b>
            {record.id === "fastest_pace" ? undefined : (
              <span>{pace(record.duration_s, record.distance_mi)}</span>
            )}
          </span>
        </a>
      </li>
    ))}
  </ul>
)
