// Comes first in a server (`--import`): its clock goes a minute ahead at each SIGUSR2, and with it the window of every limit. Until
// then it hardly moves, so that a window outlasts a test on a busy machine.
const { hrtime } = process
const read = hrtime.bigint.bind(hrtime)
const started = read()
let ahead = 0n

hrtime.bigint = () => started + (read() - started) / 100n + ahead
process.on("SIGUSR2", () => (ahead += 60_000_000_000n))
