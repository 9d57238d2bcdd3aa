// SPDX-License-Identifier: Apache-2.0
// headers.ts: the headers and names of a panel's axes, around its cells. They stay while the cells are panned.
import { boxOf, columnsIn, HEADER_TEXT, headerStep, isTurned, longestHeader, rowsIn, widthOf } from './frame';
import { MONO } from './look';
import type { Painting } from './painter';
import { headerOf } from './picture';

function paintRowHeaders({ context, grid, frame }: Painting): void {
  const { rows } = grid.panel;
  const step = headerStep(HEADER_TEXT + 3, frame.side);
  const [top, bottom] = rowsIn(frame, grid);
  context.textAlign = 'right';
  for (let row = Math.ceil(top / step) * step; row < bottom; row += step) {
    const y = boxOf(frame, row, 0).y + frame.side / 2;
    if (y < frame.top || y > frame.top + frame.height) continue;
    context.fillText(headerOf(rows.headers, row), frame.left - 5, y + 4);
  }
}

function paintColumnHeaders({ context, grid, frame }: Painting): void {
  const { columns } = grid.panel;
  const turned = isTurned(columns, frame.side);
  const width = turned ? HEADER_TEXT + 2 : widthOf(longestHeader(columns.headers), HEADER_TEXT) + 6;
  const step = headerStep(width, frame.side);
  const [left, right] = columnsIn(frame, grid);
  context.textAlign = turned ? 'left' : 'center';
  for (let column = Math.ceil(left / step) * step; column < right; column += step) {
    const x = boxOf(frame, 0, column).x + frame.side / 2;
    if (x < frame.left || x > frame.left + frame.width) continue;
    context.save();
    context.translate(turned ? x + 4 : x, frame.top - 5);
    if (turned) context.rotate(-Math.PI / 2);
    context.fillText(headerOf(columns.headers, column), 0, 0);
    context.restore();
  }
}

export function paintHeaders(painting: Painting): void {
  const { context, grid, frame, look } = painting;
  context.fillStyle = look.header;
  context.font = `${HEADER_TEXT}px ${MONO}`;
  paintRowHeaders(painting);
  paintColumnHeaders(painting);
  context.font = `italic ${HEADER_TEXT}px ${MONO}`;
  context.textAlign = 'left';
  context.fillText(grid.panel.columns.name ?? '', frame.left, HEADER_TEXT);
  // The name of the rows reads upwards and ends at the first row.
  context.save();
  context.translate(HEADER_TEXT, frame.top);
  context.rotate(-Math.PI / 2);
  context.textAlign = 'right';
  context.fillText(grid.panel.rows.name ?? '', 0, 0);
  context.restore();
}
