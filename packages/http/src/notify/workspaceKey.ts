import { Version } from "@daybook/profiles"
import * as Schema from "effect/Schema"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as OpenApi from "effect/http-api/OpenApi"
import { BadRequest, TooManyRequests, Unauthorized } from "./errors.ts"

/** The key of the workspace that the path names. */
export class WorkspaceKeyRequired extends HttpApiMiddleware.Service<WorkspaceKeyRequired>()(
  "daybook/http/WorkspaceKeyRequired",
  {
    requiredForClient: true,
    security: { bearer: HttpApiSecurity.bearer },
    error: [BadRequest, Unauthorized, TooManyRequests],
  },
) {}

type Endpoints = readonly [HttpApiEndpoint.Constraint, ...ReadonlyArray<HttpApiEndpoint.Constraint>]

/** A group of endpoints that need a key of their workspace, with its title in the document. */
export const workspaceGroup = <const Identifier extends string, const All extends Endpoints>(
  identifier: Identifier,
  title: string,
  ...endpoints: All
) =>
  HttpApiGroup.make(identifier)
    .add(...endpoints)
    .middleware(WorkspaceKeyRequired)
    .annotateMerge(OpenApi.annotations({ title }))

/** The workspace and the version of its data, as paths name them. */
export const place = {
  wsid: Schema.String.annotate({ description: "The workspace's ID" }),
  version: Version.annotate({ description: "The live or the test data of the workspace" }),
}
