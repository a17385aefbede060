export { type Call, CallLog, makeAgain, type Part } from "./callLog.ts"
export { type Recorder, type Recording, recorderOf, writeEdits, type Writing } from "./recorder.ts"
