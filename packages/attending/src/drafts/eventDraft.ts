import { isLocalDate, type LocalDate, storableName } from "@daybook/kernel"
import type { EventKind } from "./eventKind.ts"
import type { Ticket } from "../model.ts"

/** An event as a source row describes it. Missing text is "", a missing list empty. */
export interface EventDraft {
  readonly title: string
  /** The day at the venue, if the row has it separately from a time. */
  readonly day: LocalDate | ""
  /** The start in ISO 8601, with or without an offset. */
  readonly time: string
  /** The IANA zone of a `time` without an offset. */
  readonly timeZone: string
  readonly place: string
  readonly performers: ReadonlyArray<string>
  readonly kind: EventKind | undefined
  /** The names of the opponents. */
  readonly teams: ReadonlyArray<string>
  readonly tickets: ReadonlyArray<Ticket>
  /** The doubts about it, in words. */
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

/** The owner's corrections to a draft. Undefined fields are taken from the row. */
export interface Overrides {
  readonly title?: string | undefined
  readonly event_date?: string | undefined
  readonly event_datetime?: string | undefined
  readonly location?: string | undefined
  readonly performers?: ReadonlyArray<string> | undefined
}

/** A draft with the owner's corrections. */
export const applyOverrides = (draft: EventDraft, overrides: Overrides): EventDraft => ({
  ...draft,
  title: storableName(overrides.title ?? draft.title),
  // A new time implies its day. Only a new day drops a time that is on another day.
  day:
    overrides.event_date !== undefined && isLocalDate(overrides.event_date)
      ? overrides.event_date
      : overrides.event_datetime === undefined
        ? draft.day
        : "",
  time:
    overrides.event_datetime ??
    (overrides.event_date === undefined || draft.time.startsWith(overrides.event_date) ? draft.time : ""),
  timeZone: overrides.event_datetime === undefined ? draft.timeZone : "",
  place: storableName(overrides.location ?? draft.place),
  performers: (overrides.performers ?? draft.performers)
    .map((name) => storableName(name))
    .filter((name) => name !== ""),
})
