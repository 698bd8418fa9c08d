// zeromq.js at the other end of tests/support/peer: `peer.mjs dealer ENDPOINT` against `peer listen`,
// `peer.mjs router ENDPOINT` against `peer connect`.
import assert from "node:assert/strict";
import {Dealer, Router} from "zeromq";

const sizes = [0, 1, 255, 256, 65536, 5, 1 << 20, 0];
const [role, endpoint] = process.argv.slice(2);
const bytes = (size) => Buffer.alloc(size, "solvent");

if (role === "dealer") {
    const socket = new Dealer({
        linger: 0,
        heartbeatInterval: 20,
        heartbeatTimeToLive: 5000,
        heartbeatTimeout: 5000,
    });
    socket.connect(endpoint);
    for (const size of sizes) {
        await socket.send(bytes(size));
    }
    for (const size of sizes) {
        assert.deepEqual(await socket.receive(), [bytes(size)]);
    }
    await new Promise((resolve) => setTimeout(resolve, 200)); // a few heartbeats
    socket.close();
} else {
    const socket = new Router({linger: 0});
    // The other end closes when it has them all.
    const gone = new Promise((resolve) => socket.events.on("disconnect", resolve));
    await socket.bind(endpoint);
    for (const _ of sizes) {
        await socket.send(await socket.receive());
    }
    await gone;
    socket.close();
}
