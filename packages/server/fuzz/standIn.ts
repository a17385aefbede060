import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { text } from "node:stream/consumers"
import { listenOnLoopback } from "../test/standIns/loopback.ts"
import { type Change, type Json, pathsIn, writeChanged } from "./mutation.ts"
import { type Answering, type Asked, type Reply, type Row, rowsHere } from "./service.ts"

/** A change of the frame around the rows of a response. */
export interface FrameChange extends Change {
  /** The index of the place, counted through all of them. */
  readonly at: number
}

/** The responses that a service gives now. */
interface Says {
  rows: ReadonlyArray<Row>
  frame: FrameChange | undefined
  /** The number of further malformed responses: a service that claims a million pages is asked for them. */
  malformedLeft: number
}

const maxMalformed = 12

const listed = (rows: ReadonlyArray<Row>) => `[${rows.map((row) => row.text).join(",")}]`

const written = ({ frame, rows = [], write = listed }: Reply, change: FrameChange | undefined): string => {
  const paths = [[], ...pathsIn(frame)]
  const path = change === undefined ? undefined : paths[change.at % paths.length]
  const edits = change === undefined || path === undefined ? [] : [{ path, change }]
  const whole: Json = { whole: frame }
  const told = writeChanged(
    whole,
    edits.map((edit) => ({ ...edit, path: ["whole", ...edit.path] })),
  )
  // The frame is in its own object, so that it can be changed as a whole.
  const text = told.slice('{"whole":'.length, -1)
  return text.replaceAll(JSON.stringify(rowsHere), () => write(rows))
}

/** Stands in for every service over real HTTP, each below its own path. */
export class Upstreams {
  readonly #services: ReadonlyArray<Answering>
  readonly #says: ReadonlyMap<Answering, Says>
  readonly #server = createServer((request, response) => void this.#reply(request, response))
  readonly #listening = listenOnLoopback(this.#server)

  constructor(services: ReadonlyArray<Answering>) {
    this.#services = services
    this.#says = new Map(
      services.map((service) => [service, { rows: [], frame: undefined, malformedLeft: 0 }]),
    )
  }

  async #reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", "http://stand-in")
    const [, place = "", ...rest] = url.pathname.split("/")
    const asked: Asked = {
      method: request.method ?? "",
      path: `/${rest.join("/")}`,
      query: url.searchParams,
      body: await text(request),
    }
    for (const service of this.#services) {
      const says = this.#says.get(service)
      const rows = says?.rows ?? []
      // Services of one company share an address.
      const reply = service.title.replace(/\W/g, "") === place ? service.answer(asked, rows) : undefined
      if (reply === undefined) continue
      const { headers, status = 200 } = reply
      response.writeHead(status, { "content-type": "application/json", ...headers })
      const isMalformed = says !== undefined && says.malformedLeft-- > 0
      return void response.end(written(reply, isMalformed ? says.frame : undefined))
    }
    response.writeHead(404, { "content-type": "application/json" }).end("{}")
  }

  /** Sets the responses of a service from now on. */
  say(service: Answering, rows: ReadonlyArray<Row>, frame: FrameChange | undefined): void {
    const says = this.#says.get(service)
    if (says === undefined) return
    says.rows = rows.toSorted((one, other) => other.at - one.at)
    says.frame = frame
    says.malformedLeft = maxMalformed
  }

  /** The settings that name every service. */
  async settings(): Promise<Record<string, string>> {
    const url = await this.#listening
    return Object.assign(
      {},
      ...this.#services.map((service) => service.settings(`${url}${service.title.replace(/\W/g, "")}`)),
    )
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}
