// The thread that writes the database of a server with only our domains: it loads their stores, and nothing else of the
// server.
import { SqliteStorage } from "@daybook/storage-sqlite"
import { writeForServer } from "./storeThread.ts"

void writeForServer(SqliteStorage.layer())
