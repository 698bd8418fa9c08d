#!/usr/bin/env bash
# Run-times in the sandbox, with all that it refuses: Python, Node, Java and Go, where they are here, with threads, children, collected
# memory, files, pipes and timers. They speak no protocol: each says "whole" at the end of its work.
. "${SOLVENT_SOURCE:?}/tests/system/scratch.sh"
cd "$work"
needs_sandbox
needs_plain_build
chmod 755 "$work"
mkdir python node java go

cat >python/work.py <<'PYTHON'
import asyncio, concurrent.futures, gc, multiprocessing, os, shutil, signal, socket, subprocess, tempfile, threading, time
def square(n): return n * n
async def talk():
    ours, theirs = socket.socketpair()
    reader, writer = await asyncio.open_connection(sock=ours)
    writer.writelines([b"a", b"b\n"])
    await writer.drain()
    assert theirs.recv(10) == b"ab\n"
    await asyncio.sleep(0.01)
    process = await asyncio.create_subprocess_exec("/bin/echo", "child", stdout=subprocess.PIPE)
    assert (await process.communicate())[0] == b"child\n"
if __name__ == "__main__":
    with concurrent.futures.ThreadPoolExecutor(4) as pool: assert sum(pool.map(square, range(9))) == 204
    for method in "fork", "spawn", "forkserver":
        with multiprocessing.get_context(method).Pool(2) as pool: assert sum(pool.map(square, range(9))) == 204
    asyncio.run(talk())
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + "/a", "wb") as file: file.write(bytes(3 << 20))
        assert os.path.getsize(shutil.copy2(folder + "/a", folder + "/b")) == 3 << 20
    rings = [[] for _ in range(20000)]
    for ring in rings: ring.append(ring)
    del rings, ring
    assert gc.collect() > 10000
    signal.setitimer(signal.ITIMER_REAL, 5)
    assert subprocess.run("echo | cat", shell=True, stdout=subprocess.PIPE).stdout == b"\n"
    print("whole: python", flush=True)
PYTHON
cat >node/work.js <<'NODE'
const fs = require('fs'), assert = require('assert'), { Worker } = require('worker_threads'), { execSync, fork } = require('child_process')
if (process.argv[2]) { process.on('message', (m) => { process.send(m + 1); process.disconnect() }) } else (async () => {
  const worker = new Worker('require("worker_threads").parentPort.postMessage(7)', { eval: true })
  assert.equal(await new Promise((resolve) => worker.on('message', resolve)), 7)
  const child = fork(__filename, ['child'])
  child.send(1)
  assert.equal(await new Promise((resolve) => child.on('message', resolve)), 2)
  fs.writeFileSync('/tmp/a', Buffer.alloc(3 << 20)); fs.copyFileSync('/tmp/a', '/tmp/b'); await fs.promises.copyFile('/tmp/a', '/tmp/c')
  assert.equal(fs.statSync('/tmp/c').size, 3 << 20)
  await new Promise((resolve, reject) => fs.createReadStream('/tmp/a').pipe(fs.createWriteStream('/tmp/d')).on('finish', resolve).on('error', reject))
  assert.equal(execSync('echo | cat').length, 1)
  for (let i = 0, list = []; i < 200000; i++) { list.push({ i }); if (list.length > 1000) list = [] }
  await new Promise((resolve) => setTimeout(resolve, 10))
  console.log('whole: node')
})()
NODE
cat >java/Work.java <<'JAVA'
import java.nio.channels.FileChannel;
import java.nio.file.*;
import java.util.concurrent.*;
public class Work {
    public static void main(String[] words) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        Future<Integer> sum = pool.submit(() -> { int n = 0; for (int i = 0; i < 200000; i++) n += new int[100].length; return n; });
        if (sum.get() != 20000000) throw new Error("threads");
        pool.shutdown();
        System.gc();
        Path a = Files.write(Path.of("/tmp/a"), new byte[3 << 20]), b = Path.of("/tmp/b"), c = Path.of("/tmp/c");
        Files.copy(a, b);
        try (FileChannel from = FileChannel.open(a); FileChannel to = FileChannel.open(c, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            if (from.transferTo(0, 3 << 20, to) != 3 << 20 || Files.size(b) != 3 << 20) throw new Error("files");
        }
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        timer.schedule(() -> {}, 10, TimeUnit.MILLISECONDS).get();
        timer.shutdown();
        if (new ProcessBuilder("/bin/echo").start().waitFor() != 0) throw new Error("children");
        System.out.println("whole: java");
    }
}
JAVA
cat >go/work.go <<'GO'
package main

import ("fmt"; "io"; "os"; "os/exec"; "runtime"; "sync"; "time")

func main() {
	var group sync.WaitGroup
	for i := 0; i < 8; i++ { group.Add(1); go func() { for k := 0; k < 100000; k++ { _ = make([]int, 100) }; group.Done() }() }
	group.Wait()
	runtime.GC()
	if os.WriteFile("/tmp/a", make([]byte, 3<<20), 0o600) != nil { panic("files") }
	from, _ := os.Open("/tmp/a"); to, _ := os.Create("/tmp/b")
	if n, err := io.Copy(to, from); n != 3<<20 || err != nil { panic(err) }
	<-time.After(10 * time.Millisecond)
	if out, err := exec.Command("/bin/echo").Output(); len(out) != 1 || err != nil { panic(err) }
	fmt.Println("whole: go")
}
GO

bots=("{name: python, command: [/usr/bin/python3, python/work.py]}")
! [[ -x /usr/bin/node ]] || bots+=("{name: node, command: [/usr/bin/node, node/work.js]}")
if [[ -x /usr/bin/javac ]] && javac -d java java/Work.java; then
    bots+=("{name: java, command: [/usr/bin/java, -cp, java, Work], files: [java]}")
fi
if command -v go >/dev/null && GOCACHE=$work/cache go build -o go/work go/work.go; then
    bots+=("{name: go, command: [go/work]}")
fi
((${#bots[@]} > 1)) || bots+=("{name: again, command: [/usr/bin/python3, python/work.py]}")
{
    printf 'seats: 2\ndeals: 1\nseatings: fixed\nsandbox: bwrap\nclock: {start_ms: 60000}\nbots:\n'
    printf '  - %s\n' "${bots[@]}"
} >league.yaml
"$solvent" league run league.yaml --no-trial --bot-logs - >out 2>err || true
for bot in "${bots[@]}"; do
    name=${bot#*: } name=${name%%,*}
    [[ $name == again ]] || grep -q "whole: $name" out err || die "$name: $(cat out err)"
done
! grep -E 'MiB of memory|processes \(limits' err || die "a limit is passed"
echo "whole: ${#bots[@]}"
