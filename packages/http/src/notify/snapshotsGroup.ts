import { maxMembers, maxSnapshots } from "@daybook/profiles"
import * as Schema from "effect/Schema"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Struct from "effect/Struct"
import { Endpoint } from "../wire/endpoint.ts"
import { manyOf, wireForm } from "../wire/form.ts"
import { Instant } from "../wire/query.ts"
import { sample } from "./bodies.ts"
import { aCohort, cohort, page } from "./cohortsGroup.ts"
import { Forbidden, NotFound } from "./errors.ts"
import { CohortAnswer } from "./replies.ts"
import { workspaceGroup } from "./workspaceKey.ts"

const snapshotFields = {
  id: Schema.String,
  cohort: Schema.String.annotate({ description: "The id of the cohort" }),
  takenAt: Instant,
  profiles: Schema.Int.annotate({
    description: "The number of profiles at that time; erased profiles leave the snapshot later",
  }),
}

export const SnapshotAnswer = wireForm(snapshotFields)

export const SnapshotsAnswer = wireForm({ data: manyOf(wireForm(snapshotFields)) })

/** The snapshot of the examples. */
export const aSnapshot = {
  id: "b7a3f3c4-0c2e-4d6e-8f5b-9a1f6f0c2d10",
  cohort: aCohort.id,
  taken_at: sample.at,
  profiles: 508,
}

const snapshot = { ...cohort, snapshot: Schema.String.annotate({ description: "The id of the snapshot" }) }

/** Snapshots of saved cohorts. */
export class SnapshotsGroup extends workspaceGroup(
  "snapshots",
  "Snapshots",
  Endpoint.post("take", "/v1/:wsid/:version/cohorts/:id/snapshots", {
    params: cohort,
    success: SnapshotAnswer.annotate({ examples: [aSnapshot] }).pipe(HttpApiSchema.status(201)),
    error: [Forbidden, NotFound],
    summary: "Take a snapshot of a saved cohort",
    description:
      "Keeps the profiles that are in the cohort now, each as it is when it is reached. A workspace has at most " +
      `${maxSnapshots} in each version of its data, of at most ${maxMembers.toLocaleString("en")} profiles each.`,
  }),
  Endpoint.get("list", "/v1/:wsid/:version/cohorts/:id/snapshots", {
    params: cohort,
    success: SnapshotsAnswer,
    error: NotFound,
    summary: "List the snapshots of a saved cohort",
    description: "Oldest first.",
  }),
  Endpoint.get("profiles", "/v1/:wsid/:version/cohorts/:id/snapshots/:snapshot/profiles", {
    params: snapshot,
    query: Struct.pick(page, ["fields", "cursor", "limit"]),
    success: CohortAnswer,
    error: NotFound,
    summary: "Find the profiles of a snapshot",
    description:
      "By the distinct ID that they had, with the properties that they have now. An erased profile leaves all snapshots; one " +
      "that was merged into another is shown as that one. A page may hold fewer than its limit and still have a next one.",
  }),
  Endpoint.delete("delete", "/v1/:wsid/:version/cohorts/:id/snapshots/:snapshot", {
    params: snapshot,
    error: NotFound,
    summary: "Delete a snapshot",
  }),
) {}
