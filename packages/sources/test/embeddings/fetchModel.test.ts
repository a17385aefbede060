import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import { assert, describe, it } from "@effect/vitest"
import { Embeddings } from "@daybook/sources"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import { createHash } from "node:crypto"
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { checkModel } from "../../src/embeddings/local/modelFiles.ts"

const model = "somebody/a-model"

const contents: Readonly<Record<string, Buffer>> = {
  "config.json": Buffer.from("{}"),
  "tokenizer.json": Buffer.from('{"model":{}}'),
  "tokenizer_config.json": Buffer.from("{ }"),
  "onnx/model_quantized.onnx": Buffer.alloc(300_000, "weights "),
}

/** A hub with one model. `asked` are the ranges of its files; the named file is `damaged` on its way. */
const hub = Effect.acquireRelease(
  Effect.callback<{
    readonly url: URL
    readonly asked: Array<string>
    damaged: string | undefined
    close: () => void
  }>((resume) => {
    const asked: Array<string> = []
    const state = {
      url: new URL("http://127.0.0.1/hub"),
      asked,
      damaged: undefined,
      close: () => server.close(),
    }
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? "", "http://127.0.0.1")
      if (pathname === `/hub/api/models/${model}`) {
        const siblings = Object.entries(contents).map(([rfilename, bytes]) => ({
          rfilename,
          size: bytes.length,
          blobId: createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex"),
          ...(rfilename.endsWith(".onnx")
            ? {
                blobId: "a pointer",
                lfs: { sha256: createHash("sha256").update(bytes).digest("hex"), size: bytes.length },
              }
            : {}),
        }))
        return void response.end(JSON.stringify({ sha: "abc", siblings }))
      }
      const file = pathname.replace(`/hub/${model}/resolve/abc/`, "")
      const bytes = contents[file]
      if (bytes === undefined) return void response.writeHead(404).end()
      const { range = "" } = request.headers
      asked.push(`${file} ${range}`)
      const from = Number(/^bytes=(\d+)-$/.exec(range)?.[1])
      response
        .writeHead(206)
        .end(file === state.damaged ? Buffer.alloc(bytes.length - from) : bytes.subarray(from))
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resume(Effect.succeed(Object.assign(state, { url: new URL(`http://127.0.0.1:${port}/hub`) })))
    })
  }),
  ({ close }) => Effect.sync(close),
)

const layer = Layer.merge(NodeFileSystem.layer, FetchHttpClient.layer)

describe("fetching a model", () => {
  it.live("gets its files once, carries on, and keeps nothing that is not what the hub reports", () =>
    Effect.gen(function* () {
      const files = yield* FileSystem.FileSystem
      const folder = yield* files.makeTempDirectoryScoped()
      const served = yield* hub
      const fetch = Embeddings.fetchModel({ url: served.url, model, folder, onFile: () => Effect.void })
      const weights = join(folder, model, "onnx/model_quantized.onnx")

      assert.throws(() => checkModel(folder, model), "run daybook model fetch")
      mkdirSync(join(folder, model, "onnx"), { recursive: true })
      writeFileSync(`${weights}.part`, contents["onnx/model_quantized.onnx"]?.subarray(0, 100_000) ?? "")
      yield* fetch
      checkModel(folder, model)
      assert.deepStrictEqual(served.asked, [
        "config.json bytes=0-",
        "tokenizer.json bytes=0-",
        "tokenizer_config.json bytes=0-",
        "onnx/model_quantized.onnx bytes=100000-",
      ])

      yield* fetch
      assert.lengthOf(served.asked, 4)

      truncateSync(weights, 10)
      assert.throws(() => checkModel(folder, model), "is damaged")
      served.damaged = "onnx/model_quantized.onnx"
      const { message } = yield* Effect.flip(fetch)
      assert.include(message, "does not match the checksum from 127.0.0.1")
      assert.strictEqual(yield* files.exists(`${weights}.part`), false)

      served.damaged = undefined
      yield* fetch
      assert.deepStrictEqual(readFileSync(weights), contents["onnx/model_quantized.onnx"])

      const { message: missing } = yield* Effect.flip(
        Embeddings.fetchModel({ url: served.url, model: "nobody/none", folder, onFile: () => Effect.void }),
      )
      assert.include(missing, "The list of files of nobody/none could not be fetched")
    }).pipe(Effect.scoped, Effect.provide(layer)),
  )
})
