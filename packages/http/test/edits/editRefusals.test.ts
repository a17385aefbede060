import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { fieldsOf, Run, run, runPath, send } from "./userEdits.ts"
import { assertFailure } from "../replies.ts"
import { startServer } from "../testServer.ts"

describe("an edit with", () => {
  for (const [about, method, path, body, status, message] of [
    ["a missing field", "POST", runPath, { distance_mi: 1 }, 400, "started_at: is missing"],
    [
      "an unknown field",
      "POST",
      runPath,
      { ...run, pace: 1 },
      400,
      "pace: is unknown; send some of started_at",
    ],
    [
      "a field that does not fit",
      "POST",
      runPath,
      { ...run, moving_s: 1.5 },
      400,
      "moving_s: must be a whole",
    ],
    ["an invalid time", "POST", runPath, { ...run, started_at: "soon" }, 400, "started_at"],
    ["a time ahead of now", "POST", runPath, { ...run, started_at: "2999-01-01" }, 400, "ahead of now"],
    ["an empty correction", "PATCH", `${runPath}/manual:x`, {}, 400, "send some of started_at"],
    [
      "an unknown field of a correction",
      "PATCH",
      `${runPath}/manual:x`,
      { pace: 1 },
      400,
      "pace: is unknown",
    ],
    ["an id of nothing", "PATCH", `${runPath}/manual:x`, { name: "x" }, 404, "There is no run manual:x"],
    [
      "half a position",
      "POST",
      "/v1/admin/places/check-in",
      { venue: "x", checked_in_at: "2024-01-01", lat: 1 },
      400,
      "lat: send it with lng",
    ],
    [
      "an invalid day",
      "POST",
      "/v1/admin/attending/event",
      { title: "x", event_date: "2024-02-30", event_type: "concert" },
      400,
      "event_date: is not a calendar day",
    ],
    [
      "an unknown type of event",
      "PATCH",
      "/v1/admin/attending/event/1",
      { event_type: "gig" },
      400,
      "event_type: must be one of mlb_game",
    ],
    [
      "an image that is nowhere",
      "POST",
      "/v1/admin/collecting/record",
      { artist: "x", title: "y", image_url: "ftp://x" },
      400,
      "image_url: must be a URL such as https://",
    ],
    ["an id that is not a number", "PATCH", "/v1/admin/collecting/record/x", { year: 1 }, 404, "no record x"],
    [
      "an article without an address",
      "POST",
      "/v1/admin/reading/article",
      { title: "x" },
      400,
      "url: is missing",
    ],
    [
      "an address of none",
      "POST",
      "/v1/admin/reading/article",
      { url: "x" },
      400,
      "url: must be a URL such as https://",
    ],
    [
      "a status of none",
      "PATCH",
      "/v1/admin/reading/article/1",
      { status: "read" },
      400,
      "status: must be one of unread",
    ],
    [
      "a highlight of no article",
      "POST",
      "/v1/admin/reading/highlight",
      { article_id: 7, text: "x" },
      400,
      "article_id: there is no article 7",
    ],
    [
      "a watch of no title",
      "POST",
      "/v1/admin/watching/watch",
      { watched_at: "2024-03-01" },
      400,
      "title: send the title, or movie_db_id",
    ],
    [
      "a rating between two halves",
      "PATCH",
      "/v1/admin/watching/watch/1",
      { rating: 3.3 },
      400,
      "rating: must be in steps of 0.5",
    ],
    [
      "a removal of an id that is not a number",
      "DELETE",
      "/v1/admin/attending/venue/x",
      {},
      404,
      "no venue x",
    ],
    ["a merge without a target", "POST", `${runPath}/manual:x/merge`, {}, 400, "into: is missing"],
    ["an unknown type", "POST", "/v1/admin/running/walk", run, 404, "/v1/admin/running/run"],
    ["an unknown domain", "POST", "/v1/admin/walking/walk", run, 404, "/v1/admin/running/run"],
    ["an edit of an unknown type", "PATCH", "/v1/admin/running/walk/1", run, 404, "/v1/admin/running/run"],
  ] as const) {
    it.effect(`${about} is refused with ${status}`, () =>
      Effect.gen(function* () {
        const server = yield* startServer()
        const reply = yield* send(server, method, path, body)
        assertFailure(reply, status)
        assert.include(reply.text, message)
      }),
    )
  }

  it.effect("a merge into itself is refused with 400", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { id } = fieldsOf(Run, yield* send(server, "POST", runPath, run))
      const reply = yield* send(server, "POST", `${runPath}/${encodeURIComponent(id)}/merge`, { into: id })
      assertFailure(reply, 400)
      assert.include(reply.text, "is the same run")
    }),
  )
})
