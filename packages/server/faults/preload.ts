// Comes first in each process and each worker of a server under test (`--import`), and sets its clock by a file.
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

const folder = process.env["FAULTS_FOLDER"] ?? ""
const clockFile = join(folder, "clock")
const RealDate = Date

let offset = 0

const look = (): void => {
  offset = existsSync(clockFile) ? Number(readFileSync(clockFile, "utf8")) || 0 : 0
}

if (folder !== "") {
  look()
  setInterval(look, 50).unref()

  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args: Array<number>, self) =>
      Reflect.construct(target, args.length === 0 ? [RealDate.now() + offset] : args, self),
    apply: () => new RealDate(RealDate.now() + offset).toString(),
    get: (target, name, self) =>
      name === "now" ? () => RealDate.now() + offset : Reflect.get(target, name, self),
  })
}
