/*
 * A bot in Java that takes every default, on nothing but the JDK (16 or later): `java Bot.java` in a league file.
 * JeroMQ does not connect to ipc:// endpoints of others; a Unix socket and ZMTP (docs/PROTOCOL.md, section 1) are enough.
 */
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

public final class Bot {
    private static final int COMMAND = 4, LONG = 2, MORE = 1; // flags of a frame

    private final SocketChannel socket = SocketChannel.open(StandardProtocolFamily.UNIX);

    private Bot(String endpoint) throws IOException {
        socket.connect(UnixDomainSocketAddress.of(endpoint.substring("ipc://".length())));
        ByteBuffer greeting = ByteBuffer.allocate(64); // signature, version 3.1, mechanism NULL, no server
        greeting.put(0, (byte) 0xff).put(9, (byte) 0x7f).put(10, (byte) 3).put(11, (byte) 1);
        greeting.put(12, "NULL".getBytes(StandardCharsets.US_ASCII));
        write(greeting);
        read(64);
        send(COMMAND, bytes("\5READY\13Socket-Type\0\0\0\6DEALER"));
        receive(); // the arbiter's READY
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private void write(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            socket.write(bytes);
        }
    }

    private ByteBuffer read(int size) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(size);
        while (bytes.hasRemaining()) {
            if (socket.read(bytes) < 0) {
                throw new EOFException("the arbiter is gone");
            }
        }
        return bytes.flip();
    }

    private void send(int flags, byte[] body) throws IOException {
        boolean large = body.length > 255;
        ByteBuffer frame = ByteBuffer.allocate(9 + body.length).put((byte) (flags | (large ? LONG : 0)));
        write((large ? frame.putLong(body.length) : frame.put((byte) body.length)).put(body).flip());
    }

    /** The next message; commands are passed over (a bot that is sent no PING need not answer any). */
    private ByteBuffer receive() throws IOException {
        int flags = read(1).get();
        long size = (flags & LONG) != 0 ? read(8).getLong() : read(1).get() & 0xff;
        return read(Math.toIntExact(size));
    }

    /** A MessagePack value: Long, or null for what this bot does not look at, which is skipped. */
    private static Long value(ByteBuffer in) {
        int type = in.get() & 0xff;
        if (type < 0x80 || type >= 0xe0) {
            return (long) (byte) type;
        }
        switch (type) {
            case 0xc0: case 0xc2: case 0xc3: return null;
            case 0xcc: return in.get() & 0xffL;
            case 0xcd: return in.getShort() & 0xffffL;
            case 0xce: return in.getInt() & 0xffffffffL;
            case 0xcf: case 0xd3: return in.getLong();
            case 0xd0: return (long) in.get();
            case 0xd1: return (long) in.getShort();
            case 0xd2: return (long) in.getInt();
            case 0xc4: case 0xd9: return skip(in, in.get() & 0xff);
            case 0xc5: case 0xda: return skip(in, in.getShort() & 0xffff);
            case 0xc6: case 0xdb: return skip(in, in.getInt());
            case 0xdc: return values(in, in.getShort() & 0xffff);
            case 0xdd: return values(in, in.getInt());
            case 0xde: return values(in, 2 * (in.getShort() & 0xffff));
            case 0xdf: return values(in, 2 * in.getInt());
            default: break;
        }
        if (type >= 0xa0 && type < 0xc0) {
            return skip(in, type - 0xa0);
        }
        if (type < 0xa0) { // fixmap, fixarray
            return values(in, type < 0x90 ? 2 * (type - 0x80) : type - 0x90);
        }
        throw new IllegalArgumentException(String.format("0x%02x: no value of the protocol", type));
    }

    private static Long skip(ByteBuffer in, int size) {
        in.position(in.position() + size);
        return null;
    }

    private static Long values(ByteBuffer in, int count) {
        for (int i = 0; i < count; i++) {
            value(in);
        }
        return null;
    }

    /** hello: protocol 2, this name, all kinds of decision, 16 matches at once. */
    private void hello() throws IOException {
        ByteBuffer out = ByteBuffer.allocate(64).put((byte) 0x92).put((byte) 0).put((byte) 0x84);
        out.put(bytes("\u00a8protocol\2\u00a4name\u00a4java\u00a7answers\u00ce")).putInt(-1);
        out.put(bytes("\u00a7matches\20")).flip();
        byte[] hello = new byte[out.remaining()];
        out.get(hello);
        send(0, hello);
    }

    /** Answers all questions of a frame in one frame; false: that was the goodbye. */
    private boolean play() throws IOException {
        ByteBuffer in = receive();
        ByteBuffer out = ByteBuffer.allocate(in.remaining() * 20 + 1);
        while (in.hasRemaining()) {
            int fields = (in.get() & 0xff) - 0x90; // a message is an array of fewer than 16
            long type = value(in);
            Long match = fields > 1 ? value(in) : null, question = fields > 2 ? value(in) : null;
            values(in, Math.max(fields - 3, 0));
            if (type == 5) { // ask: a reply without values is the default
                out.put((byte) 0x93).put((byte) 6).put((byte) 0xcf).putLong(match);
                out.put((byte) 0xcf).putLong(question);
            } else if (type == 8) {
                return false;
            }
        }
        if (out.position() > 0) {
            byte[] replies = new byte[out.position()];
            out.flip().get(replies);
            send(0, replies);
        }
        return true;
    }

    public static void main(String[] words) throws IOException {
        Bot bot = new Bot(System.getenv("SOLVENT_ENDPOINT"));
        bot.hello();
        while (bot.play()) {
        }
    }
}
