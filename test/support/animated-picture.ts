import { crc32 } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * An animated PNG that begins again when it has ended. The pictures are PNGs of one size and kind,
 * like the screenshots of one browser.
 */
export function animatedPicture(pictures: readonly Buffer[], secondsEach: number): Buffer {
  const [first = []] = pictures.map(chunksOf);
  const header = first.find(({ name }) => name === 'IHDR')?.data ?? Buffer.alloc(13);
  let sequence = 0;
  const numbered = (data: Uint8Array) => Buffer.concat([numbers(sequence++), data]);
  const frames = pictures.flatMap((picture, index) => {
    // Width and height, at the left and the top; the time as a fraction of seconds; instead of what
    // was there.
    const frame = Buffer.concat([
      header.subarray(0, 8),
      numbers(0, 0),
      Buffer.from([0, secondsEach * 10, 0, 10, 0, 0]),
    ]);
    const parts = [chunk('fcTL', numbered(frame))];
    for (const { name, data } of chunksOf(picture)) {
      if (name === 'IDAT')
        parts.push(index === 0 ? chunk('IDAT', data) : chunk('fdAT', numbered(data)));
    }
    return parts;
  });
  const forEver = numbers(pictures.length, 0);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('acTL', forEver),
    ...frames,
    chunk('IEND'),
  ]);
}

function chunksOf(picture: Buffer): readonly { readonly name: string; readonly data: Buffer }[] {
  const chunks = [];
  for (let at = signature.length; at < picture.length; ) {
    const length = picture.readUInt32BE(at);
    chunks.push({
      name: picture.toString('latin1', at + 4, at + 8),
      data: picture.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

function chunk(name: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), named, numbers(crc32(named))]);
}

function numbers(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index);
  return bytes;
}
