import { ConnectedAssistant } from "@daybook/access"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import {
  Endpoint,
  Instant,
  InstantOrEmpty,
  keyedGroup,
  listOf,
  NotFound,
  paging,
  RecordId,
  wireForm,
} from "../../forRoutes.ts"

export const AssistantRecords = listOf(
  wireForm({
    ...Struct.pick(ConnectedAssistant.fields, ["id", "name", "host"]),
    allDomains: Schema.Boolean.annotate({
      description: "True if it may read every domain, also future ones",
    }),
    domains: Schema.Array(Schema.String).annotate({
      description: "The domains that it may read; empty for all of them",
    }),
    writes: Schema.Boolean.annotate({ description: "True if it may write while MCP_WRITES is on" }),
    createdAt: Instant,
    lastUsedAt: InstantOrEmpty.annotate({ description: "Empty if it was never used" }),
  }),
)

export class AssistantsGroup extends keyedGroup(
  "assistants",
  "Connected assistants",
  Endpoint.get("list", "/v1/admin/assistants", {
    query: paging,
    success: AssistantRecords,
    summary: "List connected assistants, oldest first",
    description:
      "Those that you connected by OAuth. An assistant that is unused for 90 days is disconnected.",
  }),
  Endpoint.delete("end", "/v1/admin/assistants/:id", {
    params: { id: RecordId },
    error: NotFound,
    summary: "Disconnect an assistant",
  }),
) {}
