import * as Schema from "effect/Schema"
import {
  Endpoint,
  Instant,
  keyedGroup,
  listOf,
  manyOf,
  NotFound,
  optionalForm,
  paging,
  text,
  wireForm,
} from "../../forRoutes.ts"
import { PlayAnswer } from "../lists/wire.ts"

const PlayReport = wireForm({
  source: Schema.String.annotate({ description: "Such as lastfm; empty if unknown" }),
  playedAt: Instant,
  artist: Schema.String,
  track: Schema.String,
  album: Schema.String.annotate({ description: "Empty if no album was reported" }),
})

const Duplicate = wireForm({
  id: Schema.String.annotate({ description: "The id of the play" }),
  play: optionalForm(PlayAnswer),
  sources: manyOf(PlayReport),
})

export const DoublesAnswer = listOf(Duplicate)

export const SplitAnswer = wireForm({ data: manyOf(PlayAnswer) })

export class DoublesGroup extends keyedGroup(
  "doubles",
  "Doubles",
  Endpoint.get("list", "/v1/listening/admin/doubles", {
    query: paging,
    success: DoublesAnswer,
    summary: "List duplicate plays",
    description:
      "The same artist and track within 60 seconds counts once. Newest first, with each source's report. " +
      "Plays you removed are omitted.",
  }),
  Endpoint.post("split", "/v1/listening/admin/doubles/:id/split", {
    params: { id: text("The id of the double, or of any of its plays") },
    success: SplitAnswer,
    error: NotFound,
    summary: "Split a duplicate into separate plays",
    description: "They stay separate even if their sources report them again.",
  }),
) {}
