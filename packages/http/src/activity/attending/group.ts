import { EventCategory, EventType, SourceType } from "@daybook/attending"
import { isStorableText, Pagination, unstorableText } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  BadRequest,
  ImportBody,
  Instant,
  InvalidRequest,
  JsonBody,
  KeyRequired,
  NotFound,
  RecordId,
  WorkFailed,
  paging,
} from "../forRoutes.ts"

export const Stats = Schema.Struct({
  total_events: Schema.Int,
  attended_events: Schema.Int,
  by_category: Schema.Array(Schema.Struct({ category: EventCategory, count: Schema.Int })),
  by_event_type: Schema.Array(Schema.Struct({ event_type: EventType, count: Schema.Int })),
  by_year: Schema.Array(Schema.Struct({ year: Schema.String, count: Schema.Int })),
})

export class AttendingGroup extends HttpApiGroup.make("attending")
  .add(
    HttpApiEndpoint.get("stats", "/v1/attending/stats", { success: Stats }).annotateMerge(
      OpenApi.annotations({
        summary: "Events by category, type and year",
        description:
          "Counts every event, attended or not. Categories and types come most first, years newest first.",
      }),
    ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Attending" })) {}

const JsonObject = Schema.Record(Schema.String, Schema.Json)

const SourceRow = Schema.Struct({
  id: Schema.Int,
  source_type: SourceType,
  source_ref: Schema.String,
  raw_data: JsonObject,
  event_id: Schema.optionalKey(Schema.Int.annotate({ description: "Missing while the row is pending" })),
  created_at: Instant,
})

const SourceRequest = Schema.Struct({
  source_type: SourceType.annotate({ message: "must be calendar, mail or manual" }),
  source_ref: Schema.String.annotate({
    description: "What the source calls it, unique in its type; 1 to 500 characters",
  }).check(
    Schema.isBetweenLength(1, 500, { message: "must have 1 to 500 characters" }),
    Schema.makeFilter(isStorableText, { message: unstorableText }),
  ),
  raw_data: JsonObject.annotate({
    description:
      "An event of Google Calendar; a mail's `{subject, from, date, reservations: [schema.org]}`; or, made by hand, " +
      "the fields of a promotion",
  }),
})

const PromoteRequest = Schema.Struct({
  title: Schema.optionalKey(Schema.String),
  event_date: Schema.optionalKey(Schema.String.annotate({ description: "YYYY-MM-DD, the day at the venue" })),
  event_datetime: Schema.optionalKey(
    Schema.String.annotate({
      description: "ISO 8601 with an offset; without one it is in the venue's time zone",
    }),
  ),
  location: Schema.optionalKey(Schema.String),
  performers: Schema.optionalKey(Schema.Array(Schema.String)),
})

const Promoted = Schema.Struct({
  status: Schema.Literal("promoted"),
  event_id: Schema.Int,
  action: Schema.Literals(["inserted", "updated"]),
  match_confidence: Schema.Finite.annotate({
    description:
      "1 the venue's name, 0.95 another name of it, 0.85 its name inside the text, 0.8 another name inside, 0.5 a " +
      "new venue or none, at most 0.4 where a game was expected and not found",
  }),
  match_notes: Schema.Array(Schema.String).annotate({ description: "Every doubt, in words" }),
})

const ImportRequest = Schema.Struct({
  events: Schema.Array(JsonObject).annotate({
    description:
      "Games `{event_date, event_type, team_id, opponent?, game_number?, notes?, attended?}` and seasons " +
      '`{event_type, team_id, season, attendance: "all_home", exceptions?}`',
  }),
})

const Imported = Schema.Struct({
  status: Schema.Literal("completed"),
  loaded: Schema.Int.annotate({ description: "Those inserted and those updated" }),
  inserted: Schema.Int,
  updated: Schema.Int,
  skipped_attended_zero: Schema.Int.annotate({ description: "How many of those loaded are not attended" }),
  unmatched: Schema.Array(Schema.Struct({ entry: JsonObject, reason: Schema.String })),
})

const PruneRequest = Schema.Struct({
  dry_run: Schema.optionalKey(Schema.Boolean.annotate({ description: "Only tell what would be done" })),
})

const Pruned = Schema.Struct({
  status: Schema.Literal("completed"),
  dry_run: Schema.Boolean,
  junk_venues: Schema.Array(
    Schema.Struct({ id: Schema.Int, name: Schema.String, events_repointed: Schema.Int }),
  ),
  events_repointed: Schema.Int,
  events_orphaned: Schema.Int,
  venues_deleted: Schema.Int,
})

const mostEvents = "must be a whole number from 1 to 500"
// As long as the number of a record in a path may be.
const eventNumber = "must be a whole number of at most 9 digits"

const EnrichRequest = Schema.Struct({
  event_ids: Schema.optionalKey(
    Schema.Array(
      Schema.Number.annotate({ message: eventNumber }).check(
        Schema.isInt({ message: eventNumber }),
        Schema.isBetween({ minimum: 0, maximum: 999_999_999 }, { message: eventNumber }),
      ),
    ),
  ),
  limit: Schema.optionalKey(
    Schema.Number.annotate({
      message: mostEvents,
      description: "How many events at most; default 100",
    }).check(
      Schema.isInt({ message: mostEvents }),
      Schema.isBetween({ minimum: 1, maximum: 500 }, { message: mostEvents }),
    ),
  ),
})

const Enriched = Schema.Struct({
  status: Schema.Literal("completed"),
  scanned_events: Schema.Int,
  matched_events: Schema.Int,
  resolved_player_ids: Schema.Int,
  failures: Schema.Array(Schema.Struct({ event_id: Schema.Int, reason: Schema.String })),
})

export class AttendingAdminGroup extends HttpApiGroup.make("attendingAdmin")
  .add(
    HttpApiEndpoint.get("pending", "/v1/admin/attending/sources", {
      query: paging,
      success: Schema.Struct({ data: Schema.Array(SourceRow), pagination: Pagination }),
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Source rows that wait, oldest first",
        description: "Oldest first.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.post("addSource", "/v1/admin/attending/sources", {
      payload: SourceRequest,
      success: [
        SourceRow.pipe(HttpApiSchema.status(201)),
        SourceRow.annotate({ description: "The reference is known; the stored row stays as it is" }),
      ],
      error: BadRequest,
    })
      .middleware(JsonBody)
      .annotateMerge(OpenApi.annotations({ summary: "Add a source row by hand" })),
  )
  .add(
    HttpApiEndpoint.post("promote", "/v1/admin/attending/sources/:id/promote", {
      params: { id: RecordId },
      payload: PromoteRequest,
      success: Promoted,
      error: [BadRequest, NotFound, WorkFailed],
    })
      .middleware(JsonBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Promote a source row to an event",
          description:
            "What the body says wins over everything else. Promoted again, a row updates its event.",
        }),
      ),
  )
  .add(
    HttpApiEndpoint.post("manualImport", "/v1/admin/sync/attending/manual-import", {
      payload: ImportRequest,
      success: Imported,
      error: [BadRequest, WorkFailed],
    })
      .middleware(ImportBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Import games and season tickets",
          description:
            "The games are looked up at the services that know them, so no score is typed. One entry that fails " +
            "stops no other: it is `unmatched`.",
        }),
      ),
  )
  .add(
    HttpApiEndpoint.post("pruneJunkVenues", "/v1/admin/attending/prune-junk-venues", {
      payload: PruneRequest,
      success: Pruned,
      error: WorkFailed,
    })
      .middleware(JsonBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Remove junk venues",
          description:
            "Their events go to the home team's venue where that is known, else to none. A dry run tells the same " +
            "plan and changes nothing.",
        }),
      ),
  )
  .add(
    HttpApiEndpoint.post("enrichSportsIds", "/v1/admin/attending/enrich-sports-ids", {
      payload: EnrichRequest,
      success: Enriched,
      error: WorkFailed,
    })
      .middleware(JsonBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Give baseball players their ids at ESPN",
          description:
            "Matches those who played in each attended game by last name and number on the shirt. Games that were " +
            "never looked up come first.",
        }),
      ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Attending, administration" })) {}
