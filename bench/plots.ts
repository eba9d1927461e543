/** Curves as pictures for docs/numbers.md: an SVG file each, which needs nothing beside it. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { Curve } from './table.ts';

const folder = new URL('../docs/pictures/', import.meta.url);

export async function writePlot(name: string, curve: Curve): Promise<string> {
  const path = fileURLToPath(new URL(`${name}.svg`, folder));
  await writeFile(path, `${svgOf(curve)}\n`);
  return path;
}

function svgOf({ title, x, y, points }: Curve): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const most = Math.max(...points.map((one) => one.y)) || 1;
  const textAnchor = 'start' as const;
  const ends = Plot.selectMaxX({ x: 'x', y: 'y', z: 'of', text: 'of', textAnchor, dx: 8 });
  const svg = Plot.plot({
    document,
    width: 860,
    height: 320,
    marginRight: 160,
    marginTop: 40,
    style: { background: 'white', color: 'black', fontFamily: 'system-ui, sans-serif' },
    x: { label: x, grid: false },
    y: { label: y, grid: true, domain: [0, most], nice: true },
    marks: [
      Plot.ruleY([0]),
      Plot.lineY(points, { x: 'x', y: 'y', z: 'of', stroke: 'of' }),
      Plot.dot(points, { x: 'x', y: 'y', fill: 'of' }),
      Plot.text(points, ends),
      Plot.text([title], { frameAnchor: 'top-left', dy: -34, fontSize: 14 }),
    ],
  });
  // The library's style sheet is for pages around it.
  const text = svg.outerHTML
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/^<svg /, '<svg xmlns="http://www.w3.org/2000/svg" role="img" ');
  return text
    .replaceAll(/ aria-label="[^"]*"/g, '')
    .replace('role="img"', `role="img" aria-label="${title}"`);
}
