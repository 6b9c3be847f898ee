/* Stands between a process and its disk, for tests alone. It records in MEMORO_SHIM_LOG every write, truncation,
 * sync and acknowledgement under MEMORO_SHIM_ROOT, so that a test can build the states that a power cut could have
 * left; and it lets calls fail as MEMORO_SHIM_FAULT says ("write:eio:7" = the 7th write and all after it,
 * "sync:eio:3", "write:enospc:7:20" = from the 7th on, 20 times); "step:kill:7" kills the process before its 7th change
 * of the disk, whichever it is. It changes nothing else. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static int log_fd = -1;
static char root[4096];
static size_t root_len;
static char fault_call[16];
static int fault_errno;
static long fault_from, fault_times, fault_seen;
static uint64_t sync_number;

static int (*real_open)(const char *, int, ...);
static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int);
static int (*real_fdatasync)(int);
static int (*real_ftruncate)(int, off_t);

static void raw(const void *data, size_t length) {
    const char *at = data;
    while (length > 0) {
        ssize_t done = syscall(SYS_write, log_fd, at, length);
        if (done <= 0) _exit(99);
        at += done;
        length -= (size_t)done;
    }
}

/* One record: a letter, an inode, two numbers, and bytes. */
static void record(char kind, uint64_t inode, uint64_t a, const void *data, uint64_t length) {
    if (log_fd < 0) return;
    char head[25];
    head[0] = kind;
    memcpy(head + 1, &inode, 8);
    memcpy(head + 9, &a, 8);
    memcpy(head + 17, &length, 8);
    pthread_mutex_lock(&gate);
    raw(head, sizeof head);
    if (length > 0) raw(data, length);
    pthread_mutex_unlock(&gate);
}

__attribute__((constructor)) static void start(void) {
    real_open = dlsym(RTLD_NEXT, "open64");
    real_write = dlsym(RTLD_NEXT, "write");
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_fsync = dlsym(RTLD_NEXT, "fsync");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    const char *under = getenv("MEMORO_SHIM_ROOT");
    if (under == NULL || strlen(under) >= sizeof root) return;
    strcpy(root, under);
    root_len = strlen(root);
    const char *log = getenv("MEMORO_SHIM_LOG");
    if (log != NULL) log_fd = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const char *fault = getenv("MEMORO_SHIM_FAULT");
    char error[16] = "";
    fault_times = 1L << 60;
    if (fault != NULL && sscanf(fault, "%15[^:]:%15[^:]:%ld:%ld", fault_call, error, &fault_from, &fault_times) >= 3)
        fault_errno = strcmp(error, "enospc") == 0 ? ENOSPC : EIO;
}

/* Tells whether this call is one that must fail. */
static int fails(const char *call) {
    if (fault_errno == 0 || strcmp(call, fault_call) != 0) return 0;
    long seen = __atomic_add_fetch(&fault_seen, 1, __ATOMIC_SEQ_CST);
    return seen >= fault_from && seen < fault_from + fault_times;
}

/* Counts a change of the disk, and dies before the one that was chosen. */
static void step(void) {
    if (fails("step")) {
        kill(getpid(), SIGKILL);
        pause();
    }
}

static int inside_path(const char *path) { return root_len > 0 && strncmp(path, root, root_len) == 0; }

/* Tells whether a descriptor is a file or folder under the root, and gives its state. */
static int inside(int fd, struct stat *found) {
    if (root_len == 0 || fd == log_fd) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0) return 0;
    path[length] = 0;
    if (!inside_path(path) || strstr(path, "-shm") != NULL) return 0;
    return fstat(fd, found) == 0;
}

/* Tells whether a descriptor is the folder of the store. */
static int is_store_folder(int fd) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    const char *name = "/.memoro";
    return length > 8 && memcmp(path + length - 8, name, 8) == 0;
}

static int opened(const char *path, int flags, mode_t mode) {
    struct stat before;
    int new = (flags & O_CREAT) && inside_path(path) && stat(path, &before) != 0;
    if (new) step();
    int fd = real_open(path, flags, mode);
    struct stat found;
    if (fd >= 0 && (new || (flags & O_TRUNC)) && inside(fd, &found)) record('C', found.st_ino, 0, NULL, 0);
    return fd;
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = (flags & (O_CREAT | O_TMPFILE)) ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(path, flags, mode);
}

ssize_t write(int fd, const void *data, size_t length) {
    if (fd == 1) {
        if (length > 4 && memmem(data, length, "ack ", 4) != NULL) record('A', 0, 0, data, length);
        return real_write(fd, data, length);
    }
    struct stat found;
    if (!inside(fd, &found)) return real_write(fd, data, length);
    step();
    if (fails("write")) {
        errno = fault_errno;
        return -1;
    }
    off_t at = lseek(fd, 0, SEEK_CUR);
    if (fcntl(fd, F_GETFL) & O_APPEND) at = found.st_size;
    ssize_t done = real_write(fd, data, length);
    if (done > 0) record('W', found.st_ino, (uint64_t)at, data, (uint64_t)done);
    return done;
}

static ssize_t put(int fd, const void *data, size_t length, off_t at) {
    struct stat found;
    if (!inside(fd, &found)) return real_pwrite(fd, data, length, at);
    step();
    if (fails("write")) {
        errno = fault_errno;
        return -1;
    }
    ssize_t done = real_pwrite(fd, data, length, at);
    if (done > 0) record('W', found.st_ino, (uint64_t)at, data, (uint64_t)done);
    return done;
}

ssize_t pwrite(int fd, const void *data, size_t length, off_t at) { return put(fd, data, length, at); }
ssize_t pwrite64(int fd, const void *data, size_t length, off_t at) { return put(fd, data, length, at); }

static int cut(int fd, off_t size) {
    struct stat found;
    int mine = inside(fd, &found);
    if (mine) step();
    int done = real_ftruncate(fd, size);
    if (done == 0 && mine) record('T', found.st_ino, (uint64_t)size, NULL, 0);
    return done;
}

int ftruncate(int fd, off_t size) { return cut(fd, size); }
int ftruncate64(int fd, off_t size) { return cut(fd, size); }

/* Writes the names and inodes of a folder as "inode kind name\0" entries. */
static size_t listing(int fd, char *into, size_t room) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    DIR *folder = opendir(path);
    size_t length = 0;
    if (folder == NULL) return 0;
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        int wrote = snprintf(into + length, room - length, "%llu %c %s", (unsigned long long)entry->d_ino,
                             entry->d_type == DT_DIR ? 'd' : 'f', entry->d_name);
        length += (size_t)wrote + 1;
        if (length + 512 > room) break;
    }
    closedir(folder);
    return length;
}

static int synced(int fd, int (*call)(int)) {
    struct stat found;
    if (!inside(fd, &found)) return call(fd);
    step();
    static __thread char names[1 << 18];
    static pthread_mutex_t looking = PTHREAD_MUTEX_INITIALIZER;
    /* A later number has seen later names: of two syncs of one folder the one that ends last may have begun first. */
    pthread_mutex_lock(&looking);
    uint64_t number = __atomic_add_fetch(&sync_number, 1, __ATOMIC_SEQ_CST);
    size_t length = S_ISDIR(found.st_mode) ? listing(fd, names, sizeof names) : 0;
    pthread_mutex_unlock(&looking);
    record('b', found.st_ino, number, NULL, 0);
    if (fails("sync") || (is_store_folder(fd) && fails("folder"))) {
        record('x', found.st_ino, number, NULL, 0);
        errno = fault_errno;
        return -1;
    }
    /* A recorded disk needs no real one: what counts is what the log says. */
    int done = log_fd >= 0 ? 0 : call(fd);
    if (done != 0) return done;
    if (S_ISDIR(found.st_mode)) record('D', found.st_ino, number, names, length);
    else record('e', found.st_ino, number, NULL, 0);
    return 0;
}

int fsync(int fd) { return synced(fd, real_fsync); }
int fdatasync(int fd) { return synced(fd, real_fdatasync); }

/* Names that change are steps too; what they leave is recorded by the sync of their folder. */
int rename(const char *from, const char *to) {
    static int (*real)(const char *, const char *);
    if (real == NULL) real = dlsym(RTLD_NEXT, "rename");
    if (inside_path(to)) step();
    return real(from, to);
}

int unlink(const char *path) {
    static int (*real)(const char *);
    if (real == NULL) real = dlsym(RTLD_NEXT, "unlink");
    if (inside_path(path)) step();
    return real(path);
}
