/* Preloaded into a process (LD_PRELOAD): sees what it does to the files in the folder FOLDER. Appends it to the file RECORD, as
   diskRecord.ts reads it; ends the process with SIGKILL within its call number DIE_AT, a write half done. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#define REAL(type, name, ...) ((type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, #name))

static const char *folder;
static size_t folder_length;
static int record = -1;
static long calls_left = -1;

__attribute__((constructor)) static void start(void) {
  folder = getenv("FOLDER");
  folder_length = folder ? strlen(folder) : 0;
  const char *file = getenv("RECORD"), *die_at = getenv("DIE_AT");
  if (file) record = REAL(int, open, const char *, int, ...)(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (die_at) calls_left = atol(die_at);
}

/* The path inside the folder, "" for the folder itself; NULL outside it, and for SQLite's index of its log, which is made anew. */
static const char *inside(const char *path) {
  if (!folder || strncmp(path, folder, folder_length) != 0) return NULL;
  path += folder_length;
  if (*path == '/') path++;
  size_t length = strlen(path);
  return length > 4 && strcmp(path + length - 4, "-shm") == 0 ? NULL : path;
}

static const char *name_of(int file, char *buffer, size_t size) {
  char link[32];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = folder ? readlink(link, buffer, size - 1) : -1;
  if (length < 0) return NULL;
  buffer[length] = 0;
  return inside(buffer);
}

static void note(const char *step, const char *path, const char *field, long long value, const void *data, size_t length) {
  if (record < 0) return;
  char head[4300];
  int size = field ? snprintf(head, sizeof head, "{\"step\":\"%s\",\"path\":\"%s\",\"%s\":%lld}", step, path, field, value)
                   : snprintf(head, sizeof head, "{\"step\":\"%s\",\"path\":\"%s\"}", step, path);
  char *all = malloc(8 + size + length);
  uint32_t sizes[2] = {(uint32_t)size, (uint32_t)length};
  memcpy(all, sizes, 8);
  memcpy(all + 8, head, size);
  if (length) memcpy(all + 8 + size, data, length);
  if (REAL(ssize_t, write, int, const void *, size_t)(record, all, 8 + size + length) < 0) abort();
  free(all);
}

static int is_last_call(void) { return calls_left > 0 && --calls_left == 0; }

static ssize_t write_at(int file, const void *data, size_t length, off64_t at) {
  return REAL(ssize_t, pwrite64, int, const void *, size_t, off64_t)(file, data, length, at);
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t at) {
  char buffer[4096];
  const char *path = name_of(file, buffer, sizeof buffer);
  if (path && is_last_call()) {
    write_at(file, data, length / 2, at);
    raise(SIGKILL);
  }
  ssize_t done = write_at(file, data, length, at);
  if (path && done > 0) note("write", path, "position", at, data, done);
  return done;
}
ssize_t pwrite(int file, const void *data, size_t length, off_t at) { return pwrite64(file, data, length, at); }

int ftruncate64(int file, off64_t size) {
  char buffer[4096];
  const char *path = name_of(file, buffer, sizeof buffer);
  if (path && is_last_call()) raise(SIGKILL);
  int result = REAL(int, ftruncate64, int, off64_t)(file, size);
  if (path && result == 0) note("truncate", path, "size", size, NULL, 0);
  return result;
}
int ftruncate(int file, off_t size) { return ftruncate64(file, size); }

#define SYNC(name)                                              \
  int name(int file) {                                          \
    char buffer[4096];                                          \
    const char *path = name_of(file, buffer, sizeof buffer);    \
    if (path && is_last_call()) raise(SIGKILL);                 \
    int result = REAL(int, name, int)(file);                    \
    if (path && result == 0) note("sync", path, NULL, 0, NULL, 0); \
    return result;                                              \
  }
SYNC(fsync)
SYNC(fdatasync)

int unlink(const char *whole) {
  const char *path = inside(whole);
  if (path && is_last_call()) raise(SIGKILL);
  int result = REAL(int, unlink, const char *)(whole);
  if (path && result == 0) note("remove", path, NULL, 0, NULL, 0);
  return result;
}

#define OPEN(name)                                                              \
  int name(const char *whole, int flags, ...) {                                 \
    va_list rest;                                                               \
    va_start(rest, flags);                                                      \
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;                   \
    va_end(rest);                                                               \
    const char *path = flags & O_CREAT ? inside(whole) : NULL;                  \
    int is_new = path && access(whole, F_OK) != 0;                              \
    int file = REAL(int, name, const char *, int, ...)(whole, flags, mode);     \
    if (is_new && file >= 0) note("create", path, NULL, 0, NULL, 0);            \
    return file;                                                                \
  }
OPEN(open)
OPEN(open64)
