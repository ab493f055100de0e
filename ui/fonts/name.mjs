// Gives a font another name: replaces its table "name" and writes all tables again, in the TrueType
// format.

/**
 * The Unicode text of a field of the font table "name"; "" if there is none. The parameter `id` is
 * the number of the field.
 */
function field(table, id) {
  const texts = 6 + 12 * table.readUInt16BE(2);
  for (let at = 6; at < texts; at += 12) {
    if (table.readUInt16BE(at) !== 3 || table.readUInt16BE(at + 6) !== id) continue;
    const from = table.readUInt16BE(4) + table.readUInt16BE(at + 10);
    return table
      .subarray(from, from + table.readUInt16BE(at + 8))
      .swap16()
      .toString("utf16le");
  }
  return "";
}

/** Creates the font table "name" with the given fields, in English and Unicode. */
function nameTable(fields) {
  const list = Object.entries(fields).filter(([, text]) => text);
  const head = Buffer.alloc(6 + 12 * list.length);
  const texts = list.map(([, text]) => Buffer.from(text, "utf16le").swap16());
  head.writeUInt16BE(list.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  list.forEach(([id], i) => {
    const at = 6 + 12 * i;
    [3, 1, 0x409, Number(id), texts[i].length, offset].forEach((v, k) => head.writeUInt16BE(v, at + 2 * k));
    offset += texts[i].length;
  });
  return Buffer.concat([head, ...texts]);
}

function sum(table) {
  let s = 0;
  const padded = Buffer.concat([table, Buffer.alloc((4 - (table.length % 4)) % 4)]);
  for (let i = 0; i < padded.length; i += 4) s = (s + padded.readUInt32BE(i)) >>> 0;
  return s;
}

/** Returns the font under another name. The texts about its copyright and licence do not change. */
export function rename(font, name) {
  const count = font.readUInt16BE(4);
  const tables = [];
  for (let at = 12; at < 12 + 16 * count; at += 16) {
    const from = font.readUInt32BE(at + 8);
    tables.push({
      tag: font.toString("latin1", at, at + 4),
      data: Buffer.from(font.subarray(from, from + font.readUInt32BE(at + 12))),
    });
  }
  const old = tables.find((t) => t.tag === "name");
  const copyright = field(Buffer.from(old.data), 0);
  const licence = field(Buffer.from(old.data), 13);
  const address = field(Buffer.from(old.data), 14);
  old.data = nameTable({
    0: copyright,
    1: name,
    2: "Regular",
    3: `${name} 1`,
    4: name,
    5: "Version 1",
    6: name.replaceAll(" ", ""),
    13: licence,
    14: address,
  });
  tables.find((t) => t.tag === "head").data.writeUInt32BE(0, 8);
  const head = Buffer.from(font.subarray(0, 12));
  const list = Buffer.alloc(16 * count);
  const parts = [];
  let offset = 12 + list.length;
  tables.forEach(({ tag, data }, i) => {
    list.write(tag, 16 * i, "latin1");
    [sum(data), offset, data.length].forEach((v, k) => list.writeUInt32BE(v, 16 * i + 4 + 4 * k));
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)]);
    parts.push(padded);
    offset += padded.length;
  });
  return Buffer.concat([head, list, ...parts]);
}
