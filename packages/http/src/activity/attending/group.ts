import {
  eventByHand,
  EventCategory,
  EventId,
  EventType,
  performerByHand,
  SourceRow,
  SourceType,
  Venue,
  venueByHand,
} from "@daybook/attending"
import { isStorableText, unstorableText } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import {
  AnyParameters,
  editEndpoints,
  Endpoint,
  ImportBody,
  Instant,
  journalEndpoints,
  JsonBody,
  keyedGroup,
  listOf,
  manyOf,
  NotFound,
  optional,
  paging,
  RecordId,
  wireForm,
  WorkFailed,
} from "../forRoutes.ts"
import { listEndpoints } from "./lists/endpoints.ts"
import { Review } from "./review.ts"
import { EventAnswer, PerformerAnswer, VenueAnswer } from "./lists/wire.ts"

const TypeCount = wireForm({ type: EventType, count: Schema.Int }, { type: "event_type" })

export const Stats = wireForm(
  {
    total: Schema.Int,
    attended: Schema.Int,
    byCategory: Schema.Array(Schema.Struct({ category: EventCategory, count: Schema.Int })),
    byType: manyOf(TypeCount),
    byYear: Schema.Array(Schema.Struct({ year: Schema.String, count: Schema.Int })),
  },
  { total: "total_events", attended: "attended_events", byType: "by_event_type" },
)

export class AttendingGroup extends keyedGroup(
  "attending",
  "Attending",
  Endpoint.get("stats", "/v1/attending/stats", {
    success: Stats,
    summary: "Event counts by category, type and year",
    description:
      "Counts every event, attended or not. Categories and types are sorted by count, highest first; years newest first.",
  }).annotate(AnyParameters, true),
  ...listEndpoints,
  ...journalEndpoints("attending", Review),
) {}

const JsonObject = Schema.Record(Schema.String, Schema.Json)

export const WireSourceRow = wireForm({
  ...Struct.pick(SourceRow.fields, ["id", "sourceType", "sourceRef", "rawData"]),
  eventId: optional(EventId, "Missing while the row is pending"),
  createdAt: Instant,
})

export const SourceRows = listOf(WireSourceRow)

const SourceRequest = Schema.Struct({
  source_type: SourceType.annotate({ message: "must be calendar, mail or manual" }),
  source_ref: Schema.String.annotate({
    description: "The id at the source, unique within its type; 1 to 500 characters",
  }).check(
    Schema.isBetweenLength(1, 500, { message: "must have 1 to 500 characters" }),
    Schema.makeFilter(isStorableText, { message: unstorableText }),
  ),
  raw_data: JsonObject.annotate({
    description:
      "A Google Calendar event; a mail's `{subject, from, date, reservations: [schema.org]}`; or, for a manual row, " +
      "the fields of a promotion",
  }),
}).annotate({
  examples: [
    {
      source_type: "manual",
      source_ref: "theatre-2026-05-06",
      raw_data: { title: "Three Lamps", event_date: "2026-05-06", location: "The Glasshouse" },
    },
  ],
})

const PromoteRequest = Schema.Struct({
  title: Schema.optionalKey(Schema.String),
  event_date: optional(Schema.String, "YYYY-MM-DD, the day at the venue"),
  event_datetime: optional(Schema.String, "ISO 8601; without an offset in the venue's time zone"),
  location: Schema.optionalKey(Schema.String),
  performers: Schema.optionalKey(Schema.Array(Schema.String)),
}).annotate({ examples: [{ location: "The Glasshouse", performers: ["Ines Faria"] }] })

export const Promoted = wireForm(
  {
    status: Schema.Literal("promoted"),
    eventId: EventId,
    action: Schema.Literals(["inserted", "updated"]),
    confidence: Schema.Finite.annotate({
      description:
        "1: the venue's name; 0.95: another of its names; 0.85: its name within the text; 0.8: another name within the " +
        "text; 0.5: a new venue or none; at most 0.4: an expected game was not found",
    }),
    notes: Schema.Array(Schema.String).annotate({ description: "Every doubt about the match" }),
  },
  { confidence: "match_confidence", notes: "match_notes" },
)

const ImportRequest = Schema.Struct({
  events: Schema.Array(JsonObject).annotate({
    description:
      "Games `{event_date, event_type, team_id, opponent?, game_number?, notes?, attended?}` and seasons " +
      '`{event_type, team_id, season, attendance: "all_home", exceptions?}`',
  }),
}).annotate({
  examples: [
    {
      events: [
        { event_date: "2024-05-06", event_type: "mlb_game", team_id: 136, opponent: "Yankees" },
        {
          event_type: "mlb_game",
          team_id: 136,
          season: 2024,
          attendance: "all_home",
          exceptions: ["2024-07-04"],
        },
      ],
    },
  ],
})

export const Imported = wireForm(
  {
    status: Schema.Literal("completed"),
    loaded: Schema.Int.annotate({ description: "The sum of inserted and updated" }),
    inserted: Schema.Int,
    updated: Schema.Int,
    notAttended: Schema.Int.annotate({ description: "The number of loaded events that were not attended" }),
    unmatched: Schema.Array(Schema.Struct({ entry: JsonObject, reason: Schema.String })),
  },
  { notAttended: "skipped_attended_zero" },
)

const PruneRequest = Schema.Struct({
  dry_run: optional(Schema.Boolean, "Reports the changes without making them"),
}).annotate({ examples: [{ dry_run: true }] })

const JunkVenue = wireForm(
  { ...Struct.pick(Venue.fields, ["id", "name"]), repointed: Schema.Int },
  { repointed: "events_repointed" },
)

export const Pruned = wireForm(
  {
    status: Schema.Literal("completed"),
    dryRun: Schema.Boolean,
    junk: manyOf(JunkVenue),
    repointed: Schema.Int,
    orphaned: Schema.Int,
    venuesDeleted: Schema.Int,
  },
  { junk: "junk_venues", repointed: "events_repointed", orphaned: "events_orphaned" },
)

const limitMessage = "must be a whole number from 1 to 500"
// As for the number of a record in a path.
const eventIdMessage = "must be a whole number of at most 9 digits"

const EnrichRequest = Schema.Struct({
  event_ids: Schema.optionalKey(
    Schema.Array(
      Schema.Number.annotate({ message: eventIdMessage }).check(
        Schema.isInt({ message: eventIdMessage }),
        Schema.isBetween({ minimum: 0, maximum: 999_999_999 }, { message: eventIdMessage }),
      ),
    ),
  ),
  limit: Schema.optionalKey(
    Schema.Number.annotate({
      message: limitMessage,
      description: "The maximum number of events; 100 by default",
    }).check(
      Schema.isInt({ message: limitMessage }),
      Schema.isBetween({ minimum: 1, maximum: 500 }, { message: limitMessage }),
    ),
  ),
}).annotate({ examples: [{ limit: 100 }] })

const Failure = wireForm({ eventId: EventId, reason: Schema.String })

export const Enriched = wireForm(
  {
    status: Schema.Literal("completed"),
    scanned: Schema.Int,
    matched: Schema.Int,
    resolved: Schema.Int,
    failures: manyOf(Failure),
  },
  { scanned: "scanned_events", matched: "matched_events", resolved: "resolved_player_ids" },
)

export class AttendingAdminGroup extends keyedGroup(
  "attendingAdmin",
  "Attending, administration",
  Endpoint.get("pending", "/v1/admin/attending/sources", {
    query: paging,
    success: SourceRows,
    summary: "List pending source rows",
    description: "Oldest first.",
  }),
  Endpoint.post("addSource", "/v1/admin/attending/sources", {
    payload: SourceRequest,
    success: [
      WireSourceRow.pipe(HttpApiSchema.status(201)),
      WireSourceRow.annotate({ description: "The reference exists already and its row stays unchanged" }),
    ],
    summary: "Add a source row",
  }).middleware(JsonBody),
  Endpoint.delete("dismiss", "/v1/admin/attending/sources/:id", {
    params: { id: RecordId },
    error: NotFound,
    summary: "Dismiss a pending source row",
    description: "It is not suggested again, even if its calendar or mailbox reports it again.",
  }),
  Endpoint.post("restore", "/v1/admin/attending/sources/:id/restore", {
    params: { id: RecordId },
    error: NotFound,
    summary: "Bring a dismissed source row back",
  }),
  Endpoint.post("promote", "/v1/admin/attending/sources/:id/promote", {
    params: { id: RecordId },
    payload: PromoteRequest,
    success: Promoted,
    error: [NotFound, WorkFailed],
    summary: "Promote a source row to an event",
    description: "Fields of the body override everything else. Promoting a row again updates its event.",
  }).middleware(JsonBody),
  Endpoint.post("manualImport", "/v1/admin/sync/attending/manual-import", {
    payload: ImportRequest,
    success: Imported,
    error: WorkFailed,
    summary: "Import games and season tickets",
    description:
      "Looks up the games at their services, so you don't need to send scores. A failed entry is listed as " +
      "`unmatched` and does not stop the others.",
  }).middleware(ImportBody),
  Endpoint.post("pruneJunkVenues", "/v1/admin/attending/prune-junk-venues", {
    payload: PruneRequest,
    success: Pruned,
    error: WorkFailed,
    summary: "Remove junk venues",
    description:
      "Moves their events to the home team's venue if it is known, else to none. A dry run reports the same changes " +
      "without making them.",
  }).middleware(JsonBody),
  Endpoint.post("enrichSportsIds", "/v1/admin/attending/enrich-sports-ids", {
    payload: EnrichRequest,
    success: Enriched,
    error: WorkFailed,
    summary: "Find the ESPN ids of baseball players",
    description:
      "Matches the players of each attended game by last name and jersey number. Games that were never looked up come " +
      "first.",
  }).middleware(JsonBody),
  ...editEndpoints("Event", "attending", eventByHand, EventAnswer),
  ...editEndpoints("Venue", "attending", venueByHand, VenueAnswer),
  ...editEndpoints("Performer", "attending", performerByHand, PerformerAnswer),
) {}
