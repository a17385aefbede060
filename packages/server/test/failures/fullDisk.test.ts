import { fillDisk, noSmallDisk, onSmallDisk, seenBy } from "@daybook/storage-postgres/testing"
import { readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe } from "vitest"
import { it, planted } from "../daybook.ts"
import { until } from "../until.ts"

const full = /The disk of the database (is full|fails)/

const path = "/v1/ws_planted/live/profiles/properties/set-once"

/** A request of about 25 kB for a new profile. */
const bigRequest = (id: string) => ({
  distinct_id: id,
  $once: Object.fromEntries(
    Array.from({ length: 100 }, (_, i) => [`p${i}`, `${id} ${i} `.padEnd(250, crypto.randomUUID())]),
  ),
})

describe.skipIf(noSmallDisk !== undefined)(
  `SQLite on a full disk${noSmallDisk === undefined ? "" : `: ${noSmallDisk}`}`,
  () => {
    it("is 503 with the reason, ends when told to, and recovers without a restart", async ({ daybook }) => {
      const dataDir = daybook.folder()
      const env = {
        DATA_DIR: dataDir,
        NOTIFY_KEY: planted.notifyKey,
        NOTIFY_WORKSPACE: "ws_planted",
      }
      const server = await daybook.startProcess(env, onSmallDisk(dataDir, 250))
      const disk = seenBy(server.pid, dataDir)
      const notify = await server.notify(planted.notifyKey)
      assert.strictEqual((await server.reader.get("/v1/health/ready")).status, 200)

      const stored: Array<string> = []
      /** Stores profiles until one is not taken, and returns the response to that one. */
      const storeUntilFull = async () => {
        for (;;) {
          const id = crypto.randomUUID()
          const answer = await notify.ask("POST", path, bigRequest(id))
          if (answer.status !== 202) return answer
          stored.push(id)
        }
      }
      for (const leaving of [10, 0]) {
        const makeRoom = fillDisk(disk, leaving)
        const refused = await storeUntilFull()
        assert.strictEqual(refused.status, 503)
        assert.match(JSON.stringify(refused.body), full)
        assert.isAbove(Number(refused.headers.get("retry-after")), 0)
        assert.strictEqual((await server.reader.get("/v1/health")).status, 200)

        makeRoom()
        await until("the server is ready again", async () => {
          return (await server.reader.get("/v1/health/ready")).status === 200
        })
        for (const id of stored)
          await until(`profile ${id} is there`, async () => {
            return (await notify.get(`/v1/ws_planted/live/profiles/${id}`)).status === 200
          })
      }

      fillDisk(disk)
      await storeUntilFull()
      assert.strictEqual(await server.stop(), 0)
    })

    it("takes no file that it has no space for, and leaves nothing of one that fills it", async ({
      daybook,
    }) => {
      const dataDir = daybook.folder()
      const server = await daybook.startProcess({ DATA_DIR: dataDir }, onSmallDisk(dataDir, 250))
      const disk = seenBy(server.pid, dataDir)
      const megabyte = new Uint8Array(1 << 20)
      const send = (body: string | ReadableStream | Uint8Array<ArrayBuffer>) =>
        fetch(`${server.url}/v1/admin/imports`, {
          method: "POST",
          headers: { authorization: `Bearer ${planted.adminKey}` },
          body,
          duplex: "half",
        } as RequestInit)
      const refused = async (answer: Response, reason: RegExp) => {
        assert.strictEqual(answer.status, 503)
        assert.match(await answer.text(), reason)
        assert.strictEqual(answer.headers.get("retry-after"), "60")
        assert.deepStrictEqual(readdirSync(join(disk, "imports")), [])
      }
      const noRoom = /Not enough disk space in DATA_DIR for this file\. Free some space and upload it again/
      await refused(await send(new Uint8Array(200 << 20)), noRoom)
      let sent = 0
      const endless = new ReadableStream({
        pull: (controller) => (sent++ < 300 ? controller.enqueue(megabyte) : controller.close()),
      })
      await refused(await send(endless), noRoom)
      assert.isBelow(sent, 300)
      assert.strictEqual((await send("listened_at,artist,album,track\n")).status, 202)
    })

    it("takes no import, and says how much is free", async ({ daybook }) => {
      const dataDir = daybook.folder()
      const file = join(daybook.folder(), "..", "plays.csv")
      writeFileSync(file, "artist,album,track,date\nA,B,C,01 Jan 2020 10:00\n")
      const { code, stderr } = await daybook.runProcess(
        ["import", "listening", file],
        { DATA_DIR: dataDir },
        onSmallDisk(dataDir, 50),
      )
      assert.strictEqual(code, 1)
      assert.match(stderr, /plays\.csv: Only \d+ MB free on the disk of DATA_DIR/)
    })
  },
)
