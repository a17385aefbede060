import { Version } from "@daybook/profiles"
import * as Schema from "effect/Schema"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import { TooManyRequests, Unauthorized } from "./errors.ts"

/** The key of the workspace that the path names. */
export class WorkspaceKeyRequired extends HttpApiMiddleware.Service<WorkspaceKeyRequired>()(
  "daybook/http/WorkspaceKeyRequired",
  {
    requiredForClient: true,
    security: { bearer: HttpApiSecurity.bearer },
    error: [Unauthorized, TooManyRequests],
  },
) {}

/** The workspace and the version of its data, as paths name them. */
export const place = {
  wsid: Schema.String.annotate({ description: "The workspace's ID" }),
  version: Version.annotate({ description: "The live or the test data of the workspace" }),
}
