import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { pathToFileURL } from "node:url"
import { npmPackage } from "../../../storage-postgres/testing/npmPackage.ts"
import { ask } from "../ask.ts"
import { startServer } from "../testServer.ts"
import { decide, sessions } from "./owner.ts"

// Clients that people have, unmodified. npm downloads them when these tests first run.

const documentUrl = "https://client.example/oauth/client.json"
const clientDocuments = {
  [documentUrl]: JSON.stringify({
    client_id: documentUrl,
    client_name: "Documented",
    redirect_uris: ["http://127.0.0.1/oauth/callback", "http://127.0.0.1/callback"],
    token_endpoint_auth_method: "none",
  }),
}

const start = startServer({ sessions, clientDocuments })

/** A folder for the files of a client. */
const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-client-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true })),
)

/** The authorization URL in what a client prints. */
const askedIn = (...outputs: ReadonlyArray<Readable>) =>
  Effect.callback<URL>((resume) => {
    const texts = outputs.map(() => "")
    let open = outputs.length
    for (const [at, output] of outputs.entries()) {
      output.setEncoding("utf8").on("data", (piece: string) => {
        texts[at] += piece
        const [address] =
          /http:\/\/[\w.:]+\/oauth\/authorize\?[\w%&=.~+*-]+(?=\s)/.exec(texts[at] ?? "") ?? []
        if (address !== undefined) resume(Effect.succeed(new URL(address)))
      })
      output.on("end", () => {
        open -= 1
        if (open === 0) resume(Effect.die(new Error(`it printed no address: ${texts.join("\n")}`)))
      })
    }
  })

/** Opens the URL that a client waits at. Its port may be one of those that `fetch` refuses. */
const comeBack = ({ origin, pathname, search }: URL) => ask(origin, "GET", pathname + search, {})

const binOf = (name: string, version: string, bin: string): string => {
  const path = npmPackage(name, version)
  const { bin: bins } = JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as {
    bin: Record<string, string>
  }
  return join(path, bins[bin] ?? "")
}

interface OldProvider {
  readonly redirectUrl: string
  readonly clientMetadata: object
  readonly [member: string]: unknown
}

/** What this test uses of the client before the official one of today. */
interface OldSdk {
  readonly Client: new (info: object) => {
    readonly connect: (transport: object) => Promise<void>
    readonly listTools: () => Promise<{ readonly tools: ReadonlyArray<{ readonly name: string }> }>
    readonly close: () => Promise<void>
  }
  readonly StreamableHTTPClientTransport: new (
    url: URL,
    options: { readonly authProvider: OldProvider },
  ) => { readonly finishAuth: (code: string) => Promise<void> }
}

const loadOldSdk = async (): Promise<OldSdk> => {
  const path = npmPackage("@modelcontextprotocol/sdk", "1.32.2")
  const load = (file: string): Promise<OldSdk> =>
    import(/* @vite-ignore */ pathToFileURL(join(path, "dist/esm/client", file)).href)
  return { ...(await load("index.js")), ...(await load("streamableHttp.js")) }
}

describe("the client of @modelcontextprotocol/sdk", () => {
  for (const byDocument of [false, true]) {
    it.effect(`connects by ${byDocument ? "its metadata document" : "registration"}`, () =>
      Effect.gen(function* () {
        const server = yield* start
        const sdk = yield* Effect.promise(loadOldSdk)
        const redirectUrl = "http://127.0.0.1:33418/callback"
        const kept: Record<string, unknown> = {}
        const keep = (name: string) => (value: unknown) => void (kept[name] = value)
        const provider: OldProvider = {
          redirectUrl,
          ...(byDocument ? { clientMetadataUrl: documentUrl } : {}),
          clientMetadata: {
            client_name: "Older",
            redirect_uris: [redirectUrl],
            token_endpoint_auth_method: "client_secret_post",
          },
          clientInformation: () => kept["client"],
          saveClientInformation: keep("client"),
          tokens: () => kept["tokens"],
          saveTokens: keep("tokens"),
          codeVerifier: () => kept["verifier"],
          saveCodeVerifier: keep("verifier"),
          redirectToAuthorization: keep("asked"),
        }
        const transportOf = () =>
          new sdk.StreamableHTTPClientTransport(new URL("/mcp", server.address), { authProvider: provider })
        const first = transportOf()
        const refused = yield* Effect.promise(() =>
          new sdk.Client({ name: "a test", version: "1" }).connect(first).then(
            () => false,
            () => true,
          ),
        )
        assert.isTrue(refused)
        const back = yield* decide(server, kept["asked"] as URL)
        const tools = yield* Effect.promise(async () => {
          await first.finishAuth(back.searchParams.get("code") ?? "")
          const client = new sdk.Client({ name: "a test", version: "1" })
          await client.connect(transportOf())
          const listed = await client.listTools()
          await client.close()
          return listed.tools
        })
        assert.isTrue(tools.some(({ name }) => name === "feed"))
      }),
    )
  }
})

describe("mcp-remote", () => {
  it.effect("carries a client without OAuth to /mcp, once the owner consents", () =>
    Effect.gen(function* () {
      const server = yield* start
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [binOf("mcp-remote", "0.15.1", "mcp-remote"), `${server.address}/mcp`],
        env: { PATH: "", MCP_REMOTE_CONFIG_DIR: yield* folder },
        stderr: "pipe",
      })
      const client = new Client({ name: "a test", version: "1" })
      yield* Effect.addFinalizer(() => Effect.promise(() => client.close()))
      const connected = Effect.promise(() => client.connect(transport, { timeout: 170_000 }))
      const consented = Effect.gen(function* () {
        const asked = yield* askedIn(transport.stderr as Readable)
        const back = yield* decide(server, asked)
        yield* comeBack(back)
      })
      yield* Effect.all([connected, consented], { concurrency: 2 })
      const { tools } = yield* Effect.promise(() => client.listTools())
      assert.isTrue(tools.some(({ name }) => name === "feed"))
    }),
  )
})

describe("the inspector's command line", () => {
  const ended = (child: ChildProcess) =>
    Effect.callback<number | null>(
      (resume) => void child.once("close", (code) => resume(Effect.succeed(code))),
    )

  for (const byDocument of [false, true]) {
    it.effect(`lists the tools by ${byDocument ? "its metadata document" : "registration"}`, () =>
      Effect.gen(function* () {
        const server = yield* start
        const home = yield* folder
        const child = yield* Effect.acquireRelease(
          Effect.sync(() =>
            spawn(
              process.execPath,
              [
                binOf("@modelcontextprotocol/inspector", "2.12.0", "mcp-inspector"),
                "--cli",
                "--transport",
                "http",
                "--server-url",
                `${server.address}/mcp`,
                // Any free port: its own is one that two of them cannot have.
                "--callback-url",
                "http://127.0.0.1:0/oauth/callback",
                "--method",
                "tools/list",
                "--format",
                "json",
                ...(byDocument ? ["--client-metadata-url", documentUrl] : []),
              ],
              { env: { PATH: process.env["PATH"], HOME: home, MCP_AUTO_OPEN_ENABLED: "true" } },
            ),
          ),
          (one) => Effect.sync(() => one.kill("SIGKILL")),
        )
        let listed = ""
        child.stdout.on("data", (piece) => (listed += String(piece)))
        const consented = Effect.gen(function* () {
          const asked = yield* askedIn(child.stderr, child.stdout)
          const back = yield* decide(server, asked)
          yield* comeBack(back)
        })
        const [code] = yield* Effect.all([ended(child), consented], { concurrency: 2 })
        assert.strictEqual(code, 0, listed)
        assert.match(listed, /"top_music"/)
      }),
    )
  }
})
