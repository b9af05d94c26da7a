import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
} from 'react-aria-components';
import { type Picture, pngOf, svgOf } from '../drawing/picture.ts';
import { download } from './download.ts';
import { Icon } from './icons.tsx';

type Content = string | BlobPart[] | Blob;

/** A way to take something away. */
export interface Format<Saved> {
  readonly title: string;
  readonly file: string;
  readonly type: string;
  readonly write: (saved: Saved) => Content | Promise<Content> | undefined;
}

export interface SeenPicture {
  readonly picture: Picture;
  readonly ground: string;
}

/** Pictures of what is seen. */
export const PICTURE_FORMATS: readonly Format<SeenPicture>[] = [
  {
    title: 'Picture, SVG',
    file: 'overtime.svg',
    type: 'image/svg+xml',
    write: ({ picture, ground }) => svgOf(picture, ground),
  },
  {
    title: 'Picture, PNG',
    file: 'overtime.png',
    type: 'image/png',
    write: ({ picture, ground }) => pngOf(picture, ground),
  },
];

interface Props<Saved> {
  /** By what they hold. */
  readonly formats: Readonly<Record<string, readonly Format<Saved>[]>>;
  readonly saved: () => Saved | undefined;
  readonly isDisabled: boolean;
}

/** Everything that can be taken away. */
export function FormatsMenu<Saved>({ formats, saved, isDisabled }: Props<Saved>) {
  const save = async ({ file, type, write }: Format<Saved>): Promise<void> => {
    const now = saved();
    const content = now && (await write(now));
    if (content)
      download(file, Array.isArray(content) ? new Blob(content, { type }) : content, type);
  };
  return (
    <MenuTrigger>
      <Button className="icon-button" aria-label="Save" isDisabled={isDisabled}>
        <Icon name="save" />
      </Button>
      <Popover className="popover" offset={4} placement="bottom end">
        <Menu className="menu" aria-label="Save">
          {Object.entries(formats).map(([head, all]) => (
            <MenuSection key={head}>
              <Header className="menu-head">{head}</Header>
              {all.map((format) => (
                <MenuItem
                  key={format.file}
                  className="menu-item"
                  onAction={() => void save(format)}
                >
                  {format.title}
                </MenuItem>
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
