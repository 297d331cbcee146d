from lent import own, port

__all__ = ["own", "port"]
