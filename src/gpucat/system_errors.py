"""Explains refusals by the operating system in both languages; imported only after one."""

import errno
from pathlib import Path
from typing import Final

from gpucat.errors import FileError
from gpucat.language import Bilingual, same

_CHINESE: Final = {
    errno.ENOENT: "文件或文件夹不存在",
    errno.EACCES: "权限不足",
    errno.EPERM: "不允许此操作",
    errno.EEXIST: "文件已存在",
    errno.EISDIR: "这是文件夹",
    errno.ENOTDIR: "路径中有一部分不是文件夹",
    errno.ENOSPC: "磁盘空间不足",
    errno.EDQUOT: "超出磁盘配额",
    errno.EROFS: "文件系统只读",
    errno.ENAMETOOLONG: "文件名过长",
    errno.EIO: "读写出错",
    errno.EADDRINUSE: "端口已被占用",
    errno.EADDRNOTAVAIL: "本机没有此地址",
}
_WAYS_OUT: Final = {
    errno.ENOSPC: Bilingual("free some space and try again", "请腾出空间后再试"),
    errno.ENAMETOOLONG: Bilingual("use a shorter path", "请指定较短的路径"),
    errno.EACCES: Bilingual("check its permissions, or choose another place", "请检查权限，或指定其他位置"),
    errno.EROFS: Bilingual("choose a place that you can write to", "请指定可写的位置"),
    errno.EISDIR: Bilingual("name a file in that folder", "请指定该文件夹中的文件"),
}


def reason_of(error: Exception) -> Bilingual:
    """Returns why it was refused, in the system's own words where there is no Chinese text."""
    if not isinstance(error, OSError) or not error.strerror:
        return same(str(error))
    return Bilingual(error.strerror, _CHINESE.get(error.errno or 0, error.strerror))


def way_out(error: OSError) -> Bilingual | None:
    """Returns what can be done about it, if that is known."""
    return _WAYS_OUT.get(error.errno or 0)


def cannot_read(path: Path, error: OSError) -> FileError:
    """Returns the error to raise for a file that cannot be read."""
    reason = reason_of(error)
    return FileError(
        "cannot_read",
        Bilingual(f"cannot read {path}: {reason.en}", f"无法读取 {path}：{reason.zh}"),
        way_out(error),
    )


def cannot_write(path: Path, error: OSError) -> FileError:
    """Returns the error to raise for a file or folder that cannot be written; the hint names a missing folder."""
    reason, hint = reason_of(error), way_out(error)
    if error.errno == errno.ENOENT and not path.parent.exists():
        hint = Bilingual(f"create the folder first: {path.parent}", f"请先创建文件夹：{path.parent}")
    return FileError(
        "cannot_write", Bilingual(f"cannot write {path}: {reason.en}", f"无法写入 {path}：{reason.zh}"), hint
    )
