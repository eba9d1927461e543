import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { portOf } from './port-of.ts';

/** Made for these tests, and known to nobody else: slack, socket, tenant and siem.example. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIByTCCAW+gAwIBAgIUCrqxe4igll1QxrZlftTSrCsPZRQwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJdGVzdCBvbmx5MCAXDTI2MTEyODIzNTg1MFoYDzIxMjYxMTA0
MjM1ODUwWjAUMRIwEAYDVQQDDAl0ZXN0IG9ubHkwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARX4wCHMIIAJhcJ8/Or5jQsWuEQgCRCrmoHDQU8kGSeJXj/0Tbr9f4G
XmmUiRdzX7VlSFVm7bvdqhGKUz4l63nro4GcMIGZMB0GA1UdDgQWBBRmEHD8jVWR
iQOJuUkdjqy4DXpdIzAfBgNVHSMEGDAWgBRmEHD8jVWRiQOJuUkdjqy4DXpdIzAP
BgNVHRMBAf8EBTADAQH/MEYGA1UdEQQ/MD2CDXNsYWNrLmV4YW1wbGWCDnNvY2tl
dC5leGFtcGxlgg50ZW5hbnQuZXhhbXBsZYIMc2llbS5leGFtcGxlMAoGCCqGSM49
BAMCA0gAMEUCIQC9c2Ys9RjAZcKvu6Ah62WtpYfG3cSab3Uyt7PBAG3inAIgbM8a
ebZlfqGB8e+/62yzOQ1j83z0cpRE5c64xPUNbzY=
-----END CERTIFICATE-----
`;
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgGWRLFFxQidJtsMDh
DFWWKYTpwNXc6KQVhP6R5VRAMpmhRANCAARX4wCHMIIAJhcJ8/Or5jQsWuEQgCRC
rmoHDQU8kGSeJXj/0Tbr9f4GXmmUiRdzX7VlSFVm7bvdqhGKUz4l63nr
-----END PRIVATE KEY-----
`;

/** A network of which every machine is behind one proxy, on loopback. */
export interface ProxiedWorld extends AsyncDisposable {
  readonly proxyUrl: string;
  /** To where ways were opened, in the order. */
  readonly opened: readonly string[];
  /** `METHOD host/path` of what came to the machines behind it. */
  readonly came: readonly string[];
  /** The proxy answers so instead of opening a way; null = it opens. */
  refuses: number | null;
}

/** Opens ways for this user and password alone. */
export async function openProxiedWorld(user: string, password: string): Promise<ProxiedWorld> {
  setDefaultCACertificates([...getCACertificates('default'), certificate]);
  const opened: string[] = [];
  const came: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => sockets.add(socket.on('error', () => undefined));
  const hear = ({ method, headers, url }: IncomingMessage) =>
    came.push(`${method} ${headers.host}${url}`);
  const machines = createTlsServer({ key, cert: certificate }, (request, response) => {
    hear(request);
    response.setHeader('content-type', 'application/json');
    const isOpening = request.url?.endsWith('apps.connections.open') === true;
    const token = { access_token: 't', token_type: 'bearer', expires_in: 3600, bot_id: 'B0BOT' };
    const answer = isOpening ? { url: 'wss://socket.example/link' } : token;
    response.end(JSON.stringify({ ok: true, ...answer }));
  });
  machines.on('upgrade', (request, socket) => {
    hear(request);
    socket.destroy();
  });
  const proxy = createServer((_, response) => response.writeHead(405).end());
  const world: Pick<ProxiedWorld, 'refuses'> = { refuses: null };
  const credentials = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  proxy.on('connect', ({ url = '', headers }: IncomingMessage, socket: Socket) => {
    keep(socket);
    const isKnown = headers['proxy-authorization'] === credentials;
    const refusal = isKnown ? world.refuses : 407;
    if (refusal !== null) {
      socket.end(`HTTP/1.1 ${refusal} No\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    opened.push(url);
    const on = connect(portOf(machines), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      on.pipe(socket).pipe(on);
    });
    keep(on);
  });
  for (const server of [machines, proxy])
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const login = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  return Object.assign(world, {
    proxyUrl: `http://${login}@127.0.0.1:${portOf(proxy)}`,
    opened,
    came,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      for (const server of [machines, proxy]) await new Promise((done) => server.close(done));
    },
  });
}
