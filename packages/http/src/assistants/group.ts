import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { KeyRequired } from "../wire/middleware.ts"

const answered = HttpApiSchema.Empty(200)

/**
 * The path of the Model Context Protocol, for every key that reads. It is not in the activity API's document: the
 * protocol describes itself.
 */
export class McpApi extends HttpApi.make("mcp").add(
  HttpApiGroup.make("mcp")
    .add(
      HttpApiEndpoint.post("speak", "/mcp", { success: answered }),
      HttpApiEndpoint.get("listen", "/mcp", { success: answered }),
      HttpApiEndpoint.delete("leave", "/mcp", { success: answered }),
    )
    .middleware(KeyRequired),
) {}
