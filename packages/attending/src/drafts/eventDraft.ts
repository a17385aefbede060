import { type LocalDate, storableName } from "@daybook/kernel"
import type { EventKind } from "./eventKind.ts"
import type { Ticket } from "../model.ts"

/** What a source row says of an event. What it does not say is "" or none. */
export interface EventDraft {
  readonly title: string
  /** The day at the venue, where one is told by itself. */
  readonly day: LocalDate | ""
  /** When it starts: ISO 8601, with an offset or without. */
  readonly time: string
  /** The IANA name of the zone of a time without an offset. */
  readonly timeZone: string
  readonly place: string
  readonly performers: ReadonlyArray<string>
  readonly kind: EventKind | undefined
  /** The names of those who play against each other. */
  readonly teams: ReadonlyArray<string>
  readonly tickets: ReadonlyArray<Ticket>
  /** What is doubtful, in words. */
  readonly notes: ReadonlyArray<string>
}

export const emptyDraft: EventDraft = {
  title: "",
  day: "",
  time: "",
  timeZone: "",
  place: "",
  performers: [],
  kind: undefined,
  teams: [],
  tickets: [],
  notes: [],
}

/** What a person says of an event, over what its row says. What is undefined is taken from the row. */
export interface Overrides {
  readonly title?: string | undefined
  readonly event_date?: string | undefined
  readonly event_datetime?: string | undefined
  readonly location?: string | undefined
  readonly performers?: ReadonlyArray<string> | undefined
}

/** A draft in which the person's word stands over the row's. */
export const overridden = (draft: EventDraft, body: Overrides): EventDraft => ({
  ...draft,
  title: storableName(body.title ?? draft.title),
  // A new time tells its day; a new day without a time leaves the row's time to another day.
  day: body.event_date ?? (body.event_datetime === undefined ? draft.day : ""),
  time:
    body.event_datetime ??
    (body.event_date === undefined || draft.time.startsWith(body.event_date) ? draft.time : ""),
  timeZone: body.event_datetime === undefined ? draft.timeZone : "",
  place: storableName(body.location ?? draft.place),
  performers: (body.performers ?? draft.performers)
    .map((name) => storableName(name))
    .filter((name) => name !== ""),
})
