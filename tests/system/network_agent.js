// Usage: network_agent.js HOST:PORT PATH: fetches that by TLS, with an agent that goes through the proxy of HTTPS_PROXY.
const fs = require("fs"), http = require("http"), https = require("https"), tls = require("tls");

class Agent extends https.Agent {
    createConnection(options, done) {
        const proxy = new URL(process.env.HTTPS_PROXY);
        http.request({host: proxy.hostname, port: proxy.port, method: "CONNECT", path: `${options.host}:${options.port}`})
            .on("connect", (answer, socket) => answer.statusCode === 200 ? done(null, tls.connect({...options, socket}))
                : done(new Error(answer.statusMessage)))
            .on("error", done).end();
    }
}

const [place, path] = process.argv.slice(2);
https.get(`https://${place}${path}`, {agent: new Agent(), ca: fs.readFileSync("cert.pem")}, answer => {
    answer.setEncoding("utf8").on("data", text => process.stdout.write(text));
}).on("error", error => { console.log(error.message); });
