import { Embeddings } from "@daybook/sources"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { join } from "node:path"
import { readGroup } from "../settings/read.ts"
import { readServerSettings } from "../settings.ts"

const { localModel } = Embeddings

/** The folder of models in `DATA_DIR`. */
export const modelsIn = (dataDir: string): string => join(dataDir, "models")

const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

const fetchCommand = Command.make(
  "fetch",
  {},
  Effect.fnUntraced(function* () {
    const { dataDir } = yield* readServerSettings
    const { weightsUrl } = yield* readGroup(Embeddings.settings)
    yield* Embeddings.fetchModel({
      url: weightsUrl,
      model: localModel,
      folder: modelsIn(dataDir),
      onFile: (file, size, known) =>
        Console.log(
          `${file}: ${inMegabytes(size)}${known === 0 ? "" : `, ${inMegabytes(known)} of it there`}`,
        ),
    }).pipe(Effect.provide(FetchHttpClient.layer))
    yield* Console.log(`${localModel} is there: ${Embeddings.settings.table.model.name}=local uses it`)
  }),
).pipe(
  Command.withDescription(
    `Fetch the model of EMBEDDINGS_MODEL=local, ${localModel}, into DATA_DIR: 118 MB, once; an interrupted download resumes`,
  ),
)

/** `daybook model fetch`. */
export const modelCommand = Command.make("model").pipe(
  Command.withDescription("Download the semantic search model for 50 languages"),
  Command.withSubcommands([fetchCommand]),
)
